// What a new merge request would bring: commits and changed files.
import { presentCommit } from "../../api/v3/presenters/commit.ts";
import type { ProposalPreview } from "../../git/operations/merge-requests/preview-proposal.ts";
import { counted, Time } from "../components/basics.tsx";
import { projectUrl } from "../paths.ts";

interface Props {
  readonly preview: ProposalPreview;
  readonly now: string;
  /** Of the branch. */
  readonly source: { readonly namespace_path: string; readonly path: string };
}

export const Preview = ({ preview: { commits, hasMoreCommits, files, fileCount }, now, source }: Props) => (
  <>
    <details open={commits.length <= 10}>
      <summary>{hasMoreCommits ? `The newest ${commits.length} commits` : counted(commits.length, "commit")}</summary>
      <ul class="list">
        {commits.map(presentCommit).map((commit) => (
          <li>
            <a class="main" href={`${projectUrl(source)}/commit/${commit.id}`}>
              {commit.title}
            </a>
            <p class="meta">
              <code>{commit.short_id}</code>
              <span>{commit.author_name}</span>
              <Time now={now} time={commit.committed_date} />
            </p>
          </li>
        ))}
      </ul>
    </details>
    <details open={fileCount <= 10}>
      <summary>{counted(fileCount, "changed file")}</summary>
      <ul class="list">
        {files.map(({ status, old_path, new_path }) => (
          <li>
            <code>{status === "renamed" ? `${old_path} → ${new_path}` : new_path}</code>{" "}
            <span class="quiet">{status}</span>
          </li>
        ))}
      </ul>
      {fileCount > files.length && <p>And {counted(fileCount - files.length, "more file")}.</p>}
    </details>
  </>
);
