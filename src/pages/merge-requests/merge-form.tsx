// The form that merges.
import { Button, Checkbox, Form, TextArea } from "../components/form.tsx";
import { Hidden } from "../issuables/notes.tsx";
import type { Visit } from "../visit.ts";
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";
import type { MergeVerdict } from "./merge-blockers.ts";

interface Props {
  readonly visit: Visit;
  /** The path of the merge request. */
  readonly base: string;
  readonly mergeRequest: InspectedMergeRequest;
  readonly verdict: MergeVerdict;
}

/** Sends the commit that was looked at, so that one that was pushed meanwhile is not merged unseen. */
export const MergeForm = ({ visit, base, mergeRequest, verdict }: Props) => {
  const { sha, source_branch, target_branch, force_remove_source_branch, isBuilding, isSquashed } = mergeRequest;
  const message = visit.entered("merge_commit_message");
  return (
    <Form visit={visit} action={`${base}/merge`} label="Merge">
      <Hidden fields={{ sha: sha ?? "" }} />
      <details open={message !== ""}>
        <summary>Change the commit message</summary>
        <TextArea
          name="merge_commit_message"
          label="Commit message"
          value={message}
          rows={4}
          hint={`If it is empty: Merge branch '${source_branch}' into '${target_branch}', the title, and the issues it closes.`}
        />
      </details>
      {isSquashed ? (
        <p class="quiet">Its commits will be squashed into one.</p>
      ) : (
        <Checkbox name="squash" label="Squash its commits into one" isChecked={visit.entered("squash") === "true"} />
      )}
      {force_remove_source_branch === true ? (
        <p class="quiet">The source branch will be removed.</p>
      ) : (
        <Checkbox
          name="should_remove_source_branch"
          label="Remove the source branch"
          isChecked={visit.entered("should_remove_source_branch") === "true"}
        />
      )}
      <div class="actions">
        {isBuilding && verdict.canWait && (
          <Button kind="primary" name="merge_when_build_succeeds" value="true">
            Merge when the build succeeds
          </Button>
        )}
        {verdict.isReady && (
          <Button kind={isBuilding ? "plain" : "primary"}>{isBuilding ? "Merge now" : "Merge"}</Button>
        )}
      </div>
    </Form>
  );
};
