// Accepting a merge request: who does it, what they ask for, and how it can end.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import type { Flag } from "../../db/schema/columns.ts";

/** Who accepts. */
export interface Accepter {
  readonly userId: number;
  /** On the target: 30 developer, 40 master, 50 owner and administrators. */
  readonly level: number;
  readonly name: string;
  readonly email: string;
}

export interface AcceptParams {
  /** Null or nothing for the usual message. */
  readonly message: string | null;
  readonly shouldRemoveSourceBranch: Flag | null;
  /** Not before the head's build succeeds, if one is under way. */
  readonly whenBuildSucceeds: boolean;
  /** What the head is to be; null for whatever it is. */
  readonly sha: string | null;
}

export type AcceptRefusal =
  | "not_allowed"
  /** It is merged or closed. */
  | "not_open"
  /** It is work in progress, a branch is missing, there is nothing to merge, or a build or a discussion is against it. */
  | "not_ready"
  | "conflict"
  | "sha_mismatch"
  | "gone";

export type AcceptOutcome =
  /** `waiting`: it will be, when the build succeeds. */
  | { kind: "merged" | "waiting"; mergeRequest: SingleMergeRequest }
  | { kind: AcceptRefusal }
  /** The message cannot be one of a commit. */
  | { kind: "bad_message"; text: string };
