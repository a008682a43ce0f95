// Who wrote a commit and when, what it follows, what is at it, and what was reported of it.
import { presentCommit } from "../../api/v3/presenters/commit.ts";
import type { StatusRow } from "../../db/queries/commits/statuses.ts";
import type { ShownCommit } from "../../git/operations/show-commit.ts";
import { capitalised, State, Time } from "../components/basics.tsx";
import { projectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";
import { commitUrl } from "./commit-list.tsx";

interface Props {
  readonly project: VisitedProject;
  readonly shown: ShownCommit;
  readonly now: string;
}

export const CommitFacts = ({ project, shown: { commit, branches, tags }, now }: Props) => {
  const { id, parent_ids, author_name, author_email, authored_date, committer_name, committer_email, committed_date } =
    presentCommit(commit);
  const isCommittedByOther = committer_name !== author_name || committer_email !== author_email;
  return (
    <dl class="facts row">
      <div>
        <dt>Commit</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </div>
      <Signature title="Author" name={author_name} email={author_email} time={authored_date} now={now} />
      {(isCommittedByOther || committed_date !== authored_date) && (
        <Signature title="Committer" name={committer_name} email={committer_email} time={committed_date} now={now} />
      )}
      {parent_ids.length > 0 && (
        <div>
          <dt>{parent_ids.length === 1 ? "Parent" : "Parents"}</dt>
          <dd>
            {parent_ids.map((parent) => (
              <a class="mono gap" href={commitUrl(project, parent)}>
                {parent.slice(0, 8)}
              </a>
            ))}
          </dd>
        </div>
      )}
      <Refs project={project} title="Branches" names={branches} />
      <Refs project={project} title="Tags" names={tags} />
    </dl>
  );
};

interface SignatureProps {
  readonly title: string;
  readonly name: string;
  readonly email: string;
  readonly time: string;
  readonly now: string;
}

const Signature = ({ title, name, email, time, now }: SignatureProps) => (
  <div>
    <dt>{title}</dt>
    <dd>
      <span title={email}>{name}</span>, <Time now={now} time={time} />
    </dd>
  </div>
);

const Refs = ({ project, title, names }: { project: VisitedProject; title: string; names: readonly string[] }) =>
  names.length === 0 ? null : (
    <div>
      <dt>{title}</dt>
      <dd>
        {names.map((name) => (
          <a class="label" href={`${projectUrl(project)}/commits/${encodeURIComponent(name)}`}>
            {name}
          </a>
        ))}
      </dd>
    </div>
  );

export const Statuses = ({ statuses, now }: { statuses: readonly StatusRow[]; now: string }) =>
  statuses.length === 0 ? null : (
    <section>
      <h2>Statuses</h2>
      <ul class="list">
        {statuses.map(({ status, name, ref, description, target_url, created_at }) => (
          <li>
            <State state={status} />{" "}
            {target_url !== null && isWebUrl(target_url) ? <a href={target_url}>{name}</a> : name}
            <p class="meta">
              {description !== null && <span>{capitalised(description)}</span>}
              <span>{ref}</span>
              <Time now={now} time={created_at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );

const isWebUrl = (url: string): boolean => /^https?:\/\//i.test(url);
