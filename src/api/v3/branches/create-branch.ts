// POST /projects/:id/repository/branches

import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { creatingBranch } from "../../branches/create-branch.ts";
import { presentBranch } from "../presenters/branch.ts";

export const createBranch = creatingBranch(required(text), presentBranch);
