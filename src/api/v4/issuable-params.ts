// Parameters of paths that name an issue or a merge request: its iid.
import { Iid } from "../../db/queries/issuables/issuable-key.ts";
import { integer, mapped } from "../../http/coerce.ts";
import { required, sentAs } from "../../http/params.ts";
import { idParam } from "../id-param.ts";

/** No issuable has the iid 0. */
export const issuableIid = mapped(integer, (iid) => new Iid(iid ?? 0));

export const issueParams = { ...idParam, issue_id: sentAs(required(issuableIid), "issue_iid") };

export const mergeRequestParams = {
  ...idParam,
  merge_request_id: sentAs(required(issuableIid), "merge_request_iid"),
};
