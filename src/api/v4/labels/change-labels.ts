// POST /projects/:id/labels, PUT and DELETE of one

import { notFound } from "../../../http/errors.ts";
import { noContent } from "../../endpoint.ts";
import { creatingLabel } from "../../labels/create-label.ts";
import { deletingLabel } from "../../labels/delete-label.ts";
import { updatingLabel } from "../../labels/update-label.ts";
import { empty } from "../../response.ts";
import { presentLabel } from "../presenters/label.ts";
import { labelParam } from "./label-param.ts";

export const createLabel = creatingLabel(presentLabel);
export const updateLabel = updatingLabel(labelParam, presentLabel, () => notFound("Label"));
export const deleteLabel = deletingLabel(labelParam, empty(204, 409), noContent);
