// PUT /projects/:id/labels

import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { labelTitle } from "../../labels/label-reference.ts";
import { updatingLabel } from "../../labels/update-label.ts";
import { presentLabel } from "../presenters/label.ts";

/** The doubled words are GitLab's. */
const missing = () => notFound("Label not found");

export const updateLabel = updatingLabel(required(labelTitle), presentLabel, missing);
