// Who has approved a merge request, with the button that approves it or takes the approval back.
import { UserLink } from "../components/basics.tsx";
import { ActionButton } from "../components/form.tsx";
import type { Visit } from "../visit.ts";
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";

interface Props {
  readonly visit: Visit;
  /** The path of the merge request. */
  readonly base: string;
  readonly mergeRequest: Pick<InspectedMergeRequest, "approvals" | "hasApproved" | "may" | "sha">;
}

export const Approvals = ({ visit, base, mergeRequest: { approvals, hasApproved, may, sha } }: Props) => (
  <>
    {approvals.length > 0 && (
      <p class="people">
        Approved by{" "}
        {approvals.map((user) => (
          <UserLink user={user} />
        ))}
      </p>
    )}
    {may.approve && (
      <ActionButton
        visit={visit}
        action={`${base}/approval`}
        fields={{ approved: String(!hasApproved), sha: sha ?? "" }}
      >
        {hasApproved ? "Revoke approval" : "Approve"}
      </ActionButton>
    )}
  </>
);
