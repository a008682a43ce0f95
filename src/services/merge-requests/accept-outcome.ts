// The context, params and outcomes of accepting a merge request.
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import type { Flag } from "../../db/schema/columns.ts";
import type { VerbContext } from "../verb.ts";

/** The actor accepts. */
export interface AcceptContext extends VerbContext {
  /** The actor's, on the target project: 30 developer, 40 master, 50 owner and administrators. */
  readonly level: number;
  /** Of the merge commit. */
  readonly committer: { readonly name: string; readonly email: string };
}

export interface AcceptParams {
  /** Null or empty for the default message. */
  readonly message: string | null;
  /** False leaves it to the merge request. */
  readonly squash: boolean;
  /** Of the squash commit; null or empty for the default. */
  readonly squashMessage: string | null;
  readonly shouldRemoveSourceBranch: Flag | null;
  /** Wait for the head's pipeline if one is pending or running. */
  readonly whenBuildSucceeds: boolean;
  /** The head the actor expects; null for any. */
  readonly sha: string | null;
}

export type AcceptRefusal =
  | "not_allowed"
  /** It is merged or closed. */
  | "not_open"
  /** It is work in progress, a branch is missing, nothing is to be merged, or a pipeline or a discussion forbids it. */
  | "not_ready"
  | "conflict"
  | "sha_mismatch"
  | "gone";

export type AcceptOutcome =
  /** `waiting`: it is merged when the pipeline succeeds. */
  | { kind: "merged" | "waiting"; mergeRequest: SingleMergeRequest }
  | { kind: AcceptRefusal }
  /** Git does not accept the message in a commit. */
  | { kind: "bad_message"; text: string };

/** The merge request changed after it was read: decide again, from this row. */
export interface Stale {
  readonly kind: "stale";
  readonly mergeRequest: SingleMergeRequest;
}
