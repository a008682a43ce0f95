// The issues that a merge closes.

import type { Child } from "hono/jsx";
import { listClosableIssues } from "../../db/queries/issues/closing.ts";
import { closingReferencesIn } from "../../services/texts/closing-references.ts";
import { projectUrl } from "../paths.ts";
import type { Visit } from "../visit.ts";
import type { InspectedMergeRequest } from "./inspect-merge-request.ts";

const MOST_SHOWN = 20;

export interface ClosingIssue {
  readonly iid: number;
  readonly title: string;
  readonly namespace_path: string;
  readonly project_path: string;
}

/** Those that the viewer may read: the first 20, in the order of the texts. No round trip if no text closes any. */
export async function readClosedIssues(
  { base }: Visit,
  { examined, target_project_id }: InspectedMergeRequest,
): Promise<ClosingIssue[]> {
  const references = closingReferencesIn(examined?.closingTexts ?? [], base.baseUrl);
  if (references.length === 0) return [];
  const words = { project_id: target_project_id, references: JSON.stringify(references) };
  const [rows] = await base.db.batch(listClosableIssues(base.viewer, words, MOST_SHOWN, 0));
  return rows.filter((row) => row.id !== null).sort((one, other) => one.place - other.place);
}

export const ClosedIssues = ({ issues }: { issues: readonly ClosingIssue[] }): Child =>
  issues.length === 0 ? null : (
    <>
      <p>Merging it closes:</p>
      <ul>
        {issues.map(({ iid, title, namespace_path, project_path }) => (
          <li>
            <a href={`${projectUrl({ namespace_path, path: project_path })}/issues/${iid}`}>
              #{iid} {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
