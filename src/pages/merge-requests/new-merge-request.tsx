// GET /:namespace/:project/merge_requests/new, POST /:namespace/:project/merge_requests
import type { Child } from "hono/jsx";
import { createMergeRequest as create } from "../../api/v3/merge-requests/change-merge-requests.ts";
import { presentCommit } from "../../api/v3/presenters/commit.ts";
import { keyOfId } from "../../db/queries/projects/projects.ts";
import { Checkbox } from "../components/form.tsx";
import { enteredValues, noAttributes } from "../issuables/fields.tsx";
import { IssuableForm } from "../issuables/form.tsx";
import { reviewParams, withParams } from "../issuables/further-params.ts";
import { Hidden } from "../issuables/notes.tsx";
import { type Choices, readChoices } from "../issuables/read.ts";
import type { Action, Page } from "../page.ts";
import { pathOfUrl, visitedProjectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import { BranchForm } from "./branch-form.tsx";
import { titleOfBranch } from "./choose-places.ts";
import { Preview } from "./preview.tsx";
import { type Proposing, readProposal } from "./read-proposal.ts";

export const newMergeRequestPage: Page = async (visit) => {
  const [proposing, ownChoices] = await Promise.all([readProposal(visit), readChoices(visit)]);
  const { places, sourceBranch, targetBranch } = proposing;
  const isChosen = sourceBranch !== "" && targetBranch !== "";
  const isOwn = places.target.role === "own";
  const choices = isOwn || !isChosen ? ownChoices : await readChoices(visit, keyOfId(places.target.id));
  const base = `${visitedProjectUrl(visit)}/merge_requests`;
  return {
    title: `New merge request in ${visit.projectPath}`,
    project: proposing.project,
    tab: "merge_requests",
    content: (
      <section>
        <h1>New merge request</h1>
        <BranchForm action={`${base}/new`} proposing={proposing} />
        {isChosen && <Proposal visit={visit} base={base} proposing={proposing} choices={choices} />}
      </section>
    ),
  };
};

interface Props {
  readonly visit: Visit;
  readonly base: string;
  readonly proposing: Proposing;
  readonly choices: Choices;
}

/** The form, unless there is nothing to propose. */
const Proposal = (props: Props): Child => {
  const { visit, proposing } = props;
  const { places, sourceBranch, targetBranch, preview } = proposing;
  const obstacle = obstacleOf(proposing);
  if (obstacle !== null) return <p class="problem">{obstacle}</p>;
  return (
    <>
      <h2>
        <code>{sourceBranch}</code> into <code>{targetBranch}</code>
      </h2>
      {preview === null ? (
        <p>The fork has none of the target's newest commits. Its commits are shown once it is proposed.</p>
      ) : (
        <Preview preview={preview} now={visit.base.now} source={places.source} />
      )}
      <ProposalForm {...props} />
    </>
  );
};

function obstacleOf({ places, sourceBranches, sourceBranch, targetBranch, preview }: Proposing): string | null {
  const isOneProject = places.source.id === places.target.id;
  if (isOneProject && sourceBranch === targetBranch) return "Choose two different branches.";
  if (preview?.commits.length === 0)
    return `There is nothing to merge: ${targetBranch} has all commits of ${sourceBranch}.`;
  const isListed = sourceBranches.count > sourceBranches.names.length || sourceBranches.names.includes(sourceBranch);
  const isMissing = !isListed || (preview === null && isOneProject);
  return isMissing ? "One of these branches does not exist. Push it, or choose another one." : null;
}

const ProposalForm = ({ visit, base, proposing, choices }: Props) => {
  const { places, sourceBranch, targetBranch, preview } = proposing;
  const { source, target } = places;
  const [last] = preview?.commits ?? [];
  const title = last === undefined ? titleOfBranch(sourceBranch) : presentCommit(last).title;
  return (
    <IssuableForm
      visit={visit}
      action={base}
      choices={choices}
      has={{ ...noAttributes, reviewer: null, title, description: null }}
      canManage={target.is_managed === 1}
      isIssue={false}
      submit="Create merge request"
      back={base}
    >
      <Hidden
        fields={{
          source_project_id: String(source.id),
          source_branch: sourceBranch,
          target_project_id: String(target.id),
          target_branch: targetBranch,
        }}
      />
      <Checkbox
        name="squash"
        label="Squash its commits into one when it is merged"
        isChecked={visit.entered("squash") === "true"}
      />
      <Checkbox
        name="remove_source_branch"
        label="Remove the source branch when it is merged"
        isChecked={visit.entered("remove_source_branch") === "true"}
      />
    </IssuableForm>
  );
};

export const createMergeRequest: Action = {
  form: newMergeRequestPage,
  async submit(visit) {
    const { title, description, assignee_id, reviewer_id, milestone_id, labels } = await enteredValues(visit);
    const created = await visit.api.call(withParams(create, reviewParams), {
      ...{ title, description, assignee_id, reviewer_id, milestone_id, labels },
      squash: visit.formText("squash"),
      id: visit.formText("source_project_id") ?? visit.projectPath,
      target_project_id: visit.formText("target_project_id"),
      source_branch: visit.form.get("source_branch") ?? "",
      target_branch: visit.form.get("target_branch") ?? "",
      remove_source_branch: visit.formText("remove_source_branch"),
    });
    return visit.redirect(pathOfUrl(created.web_url));
  },
};
