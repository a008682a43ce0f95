// DELETE /projects/:id/repository/branches/:branch

import { deletingBranch } from "../../branches/delete-branch.ts";
import { one } from "../../response.ts";
import { presentDeletedBranch } from "../presenters/branch.ts";

export const deleteBranch = deletingBranch(one(presentDeletedBranch, 405), presentDeletedBranch);
