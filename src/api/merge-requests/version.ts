// What the endpoints of merge requests differ in from one version of the API to the other.
import type { IdOrIid } from "../../db/queries/issuables/issuable-key.ts";
import type { SingleMergeRequest } from "../../db/queries/merge-requests/merge-requests.ts";
import type { ApiError } from "../../http/errors.ts";
import type { Param } from "../../http/params.ts";
import type { Call, Endpoint } from "../endpoint.ts";
import type { idParam } from "../id-param.ts";
import type { Actor } from "../require.ts";
import type { Present } from "../response.ts";

/** Parameters of the path. */
export type MergeRequestParams = typeof idParam & { readonly merge_request_id: Param<IdOrIid | null> };

export interface VersionOfMergeRequests<P extends Present> {
  /** Makes the JSON that {@link show} returns. */
  readonly present: P;
  /** The response of a write. */
  readonly show: (mergeRequest: SingleMergeRequest, call: Call, actor: Actor) => unknown;
  /** Shows a merge request again by what the path of the write names it. */
  readonly getMergeRequest: Endpoint;
  readonly refusals: {
    readonly same_branch: () => ApiError;
    readonly not_a_fork: () => ApiError;
    readonly too_large: () => ApiError;
    /** An open merge request has the same branches. */
    readonly twin: (twin: { readonly title: string; readonly iid: number }) => ApiError;
  };
}

/** Params that only v4 has. */
export type GivenInV4 = {
  readonly reviewer_id?: Param<number | null | undefined>;
  readonly squash?: Param<boolean | null | undefined>;
  readonly discussion_locked?: Param<boolean | null | undefined>;
  /** Titles, as `labels`. */
  readonly add_labels?: Param<string | null | undefined>;
  readonly remove_labels?: Param<string | null | undefined>;
};
