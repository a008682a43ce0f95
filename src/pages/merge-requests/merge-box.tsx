// The state of the merge: whether it can be merged, what it waits for, and the forms that merge it.

import { UserLink } from "../components/basics.tsx";
import { ActionButton, Button, Form, TextField } from "../components/form.tsx";
import { projectUrl } from "../paths.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { Approvals } from "./approvals.tsx";
import { ClosedIssues, type ClosingIssue } from "./closed-issues.tsx";
import { Conflicts } from "./conflicts.tsx";
import { HeadStatuses } from "./head-statuses.tsx";
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";
import { judgeMerge, type MergeVerdict } from "./merge-blockers.ts";
import { MergeForm } from "./merge-form.tsx";

interface Props {
  readonly visit: Visit;
  readonly project: VisitedProject;
  /** The path of the merge request. */
  readonly base: string;
  readonly mergeRequest: InspectedMergeRequest;
  readonly closes: readonly ClosingIssue[];
}

export const MergeBox = (props: Props) => (
  <section class="box" aria-labelledby="merge">
    <h2 id="merge" class="box-head">
      Merge
    </h2>
    {props.mergeRequest.examined === null ? <Ended {...props} /> : <Open {...props} />}
  </section>
);

const Ended = (props: Props) => {
  const { mergeRequest } = props;
  if (mergeRequest.state !== "merged") return <p>It was closed without being merged.</p>;
  return (
    <>
      <Merged {...props} />
      <Approvals visit={props.visit} base={props.base} mergeRequest={mergeRequest} />
      {mergeRequest.merge_commit_sha !== null && mergeRequest.may.pick && <CherryPick {...props} />}
    </>
  );
};

const Merged = ({ project, mergeRequest }: Props) => {
  const { merge_commit_sha: commit } = mergeRequest;
  const merger = mergerOf(mergeRequest);
  return (
    <p>
      Merged{merger && " by "}
      {merger && <UserLink user={merger} />} into <code>{mergeRequest.target_branch}</code>
      {commit !== null && (
        <>
          {" "}
          with commit{" "}
          <a href={`${projectUrl(project)}/commit/${commit}`}>
            <code>{commit.slice(0, 8)}</code>
          </a>
        </>
      )}
      .
    </p>
  );
};

const CherryPick = ({ visit, base }: Props) => {
  const action = `${base}/cherry_pick`;
  return (
    <details open={visit.url.pathname === action}>
      <summary>Cherry-pick it</summary>
      <Form visit={visit} action={action} label="Cherry-pick">
        <TextField name="branch" label="Into branch" value={visit.entered("branch")} required />
        <Button>Cherry-pick</Button>
      </Form>
    </details>
  );
};

/** The user who merged it, or who set it to merge. */
function mergerOf({ surroundings: { merge_user_username: username, merge_user_name: name } }: InspectedMergeRequest) {
  return username === null || name === null ? null : { username, name };
}

const Open = (props: Props) => {
  const { visit, mergeRequest, closes } = props;
  const verdict = judgeMerge(mergeRequest);
  return (
    <>
      <Verdict {...verdict} />
      {verdict.blockers.length > 0 && (
        <ul>
          {verdict.blockers.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
      )}
      {verdict.conflicts !== null && (
        <Conflicts visit={visit} mergeRequest={mergeRequest} conflicts={verdict.conflicts} />
      )}
      <HeadStatuses build={mergeRequest.build} statuses={mergeRequest.statuses} />
      <ClosedIssues issues={closes} />
      <Approvals visit={visit} base={props.base} mergeRequest={mergeRequest} />
      <Automatic {...props} />
      {!mergeRequest.may.merge && !mergeRequest.isArchived && (
        <p class="quiet">
          You may not merge into <code>{mergeRequest.target_branch}</code>.
        </p>
      )}
      {mergeRequest.may.merge && (verdict.isReady || verdict.canWait) && (
        <MergeForm visit={visit} base={props.base} mergeRequest={mergeRequest} verdict={verdict} />
      )}
    </>
  );
};

const Verdict = ({ isReady, canWait }: MergeVerdict) => {
  if (isReady) return <span class="state success">Can be merged</span>;
  if (canWait) return <span class="state waiting">Waits for its build</span>;
  return <span class="state failed">Cannot be merged yet</span>;
};

const Automatic = ({ visit, base, mergeRequest }: Props) => {
  if (!mergeRequest.merge_when_build_succeeds) return null;
  const setter = mergerOf(mergeRequest);
  return (
    <p>
      {setter === null ? "Somebody" : <UserLink user={setter} />} set it to merge when its build succeeds.{" "}
      {mergeRequest.may.cancel && (
        <ActionButton visit={visit} action={`${base}/cancel_merge_when_build_succeeds`}>
          Cancel the automatic merge
        </ActionButton>
      )}
    </p>
  );
};
