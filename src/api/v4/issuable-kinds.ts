// Issues and merge requests as targets of notes, awards, todos and time tracking, named by their iids.
import { type IssuableKind, issueKind as issues, mergeRequestKind as mergeRequests } from "../issuables.ts";
import { issueParams, mergeRequestParams } from "./issuable-params.ts";

export const issueKind: IssuableKind = { ...issues, params: issueParams };
export const mergeRequestKind: IssuableKind = { ...mergeRequests, params: mergeRequestParams };
