// DELETE /projects/:id/labels

import { required, sentAs } from "../../../http/params.ts";
import { deletingLabel } from "../../labels/delete-label.ts";
import { labelTitle } from "../../labels/label-reference.ts";
import { one } from "../../response.ts";
import { presentLabel } from "../presenters/label.ts";

export const deleteLabel = deletingLabel(sentAs(required(labelTitle), "name"), one(presentLabel, 409), presentLabel);
