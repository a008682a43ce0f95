// How requests name a discussion, in v4.
import { mapped, segment } from "../../../http/coerce.ts";
import { notFound } from "../../../http/errors.ts";
import { required } from "../../../http/params.ts";
import { allMissing, type IssuableKind } from "../../issuables.ts";

/** What names no discussion is 404. */
const discussionName = mapped(segment, (name) => (/^-?\d{1,15}$/.test(name) ? Number(name) : 0));

export const discussionParam = { discussion_id: required(discussionName) };

export const inDiscussion = (kind: IssuableKind) => ({ ...kind.params, ...discussionParam });

export const noDiscussion = () => notFound("Discussion");
export const noDiscussions = allMissing(noDiscussion);
