// GET, POST /groups/:id/members, GET, PUT, DELETE of one, and the same under /projects/:id

import { notFound } from "../../../http/errors.ts";
import {
  addingMember,
  gettingMember,
  listingMembers,
  removingMember,
  updatingMember,
} from "../../members/member-endpoints.ts";
import type { SourceKind } from "../../members/sources.ts";
import { one } from "../../response.ts";
import { presentMember, presentRevoked } from "../presenters/user.ts";

export const memberEndpoints = (kind: SourceKind) => ({
  list: listingMembers(kind, presentMember),
  get: gettingMember(kind, presentMember),
  add: addingMember(kind, presentMember),
  update: updatingMember(kind, presentMember),
  remove: removingMember(kind, one(presentMember, presentRevoked), {
    removed: presentMember,
    noMember: (userId, source) => (source === "group" ? notFound(`Member: user_id:${userId}`) : presentRevoked(userId)),
  }),
});
