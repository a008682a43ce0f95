// POST /projects/:id/repository/commits/:sha/cherry_pick

import { badRequest } from "../../../http/errors.ts";
import { pickingCommit, pickParams } from "../../commits/pick-commit.ts";
import { one } from "../../response.ts";
import { presentCommit } from "../presenters/commit.ts";

export const cherryPick = pickingCommit({
  verb: "cherry-pick",
  params: pickParams,
  response: one(presentCommit),
  present: presentCommit,
  refuse: badRequest,
});
