// DELETE /projects/:id/repository/tags/:tag_name

import { one } from "../../response.ts";
import { deletingTag } from "../../tags/delete-tag.ts";
import { presentDeletedTag } from "../presenters/tag.ts";

export const deleteTag = deletingTag(one(presentDeletedTag), presentDeletedTag);
