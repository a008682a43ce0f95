// DELETE /projects/:id/labels

import { required } from "../../../http/params.ts";
import { deletingLabel } from "../../labels/delete-label.ts";
import { labelTitle } from "../../labels/label-reference.ts";
import { one } from "../../response.ts";
import { presentLabel } from "../presenters/label.ts";

export const deleteLabel = deletingLabel(required(labelTitle), one(presentLabel, 409), presentLabel);
