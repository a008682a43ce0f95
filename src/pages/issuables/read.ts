// Reads what the pages of an issue and of a merge request have in common, in the round trip of the issuable itself.
import { type ChoiceRow, listChoices } from "../../db/queries/issuables/choices.ts";
import { listParticipants, type ParticipantRow } from "../../db/queries/issuables/involvement.ts";
import { type AwardCountRow, countAwards } from "../../db/queries/noteables/award-counts.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import type { Listed } from "../api-client.ts";
import type { Visit, VisitedProject } from "../visit.ts";
import { type IssuableKind, iidOf, named, namedNoteable } from "./kinds.ts";

export const NOTES_PER_PAGE = 50;

/** A note, as the API shows it. */
export interface ShownNote {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly id: number; readonly username: string; readonly name: string };
  readonly created_at: string;
  readonly updated_at: string;
  readonly system: boolean;
}

export interface TimeStats {
  readonly human_time_estimate: string | null;
  readonly human_total_time_spent: string | null;
}

/** Besides the issue or the merge request itself. */
export interface Surroundings {
  readonly project: VisitedProject;
  readonly notes: Listed<ShownNote>;
  readonly time: TimeStats;
  readonly choices: Choices;
  readonly participants: readonly ParticipantRow[];
  /** The viewer's pending todo about it. */
  readonly todoId: number | null;
  readonly awards: readonly AwardCountRow[];
}

/** The page of notes that the visitor is on. */
export const notesPageOf = (visit: Visit): number =>
  Math.trunc(Math.max(1, Math.min(Number(visit.queryText("page") ?? visit.formText("page")) || 1, 1_000_000)));

/** @throws ApiError 404 if the viewer may not see the issuable of the path */
export async function readSurroundings(visit: Visit, kind: IssuableKind): Promise<Surroundings> {
  const iid = iidOf(visit);
  const { db, viewer } = visit.base;
  const key = projectKey({ id: null, path: visit.projectPath });
  const name = { ...key, iid: iid.value };
  const page = notesPageOf(visit);
  const [project, notes, time, [choices, participants, awards]] = await Promise.all([
    visit.project(),
    visit.api.list(kind.notes.list, {
      ...namedNoteable(visit, iid),
      page: String(page),
      per_page: NOTES_PER_PAGE,
    }),
    visit.api.call(kind.time.stats, named(kind, visit, iid)),
    db.batch(
      listChoices(viewer, key),
      listParticipants(viewer, kind.type, name),
      countAwards(viewer, { type: kind.type, id: name }, NOTES_PER_PAGE, (page - 1) * NOTES_PER_PAGE),
    ),
  ]);
  const todoId = participants[0]?.todo_id ?? null;
  return { project, notes, time, choices: choicesFrom(choices), participants, todoId, awards };
}

/** What the fields of a form offer. */
export interface Choices {
  readonly members: readonly ChoiceRow[];
  readonly milestones: readonly ChoiceRow[];
  readonly labels: readonly ChoiceRow[];
}

export const noChoices: Choices = { members: [], milestones: [], labels: [] };

/** Those of the project, by default the visited one, in the round trip of what is read at the same time. */
export async function readChoices(
  { base, projectPath }: Visit,
  project = projectKey({ id: null, path: projectPath }),
): Promise<Choices> {
  const [rows] = await base.db.batch(listChoices(base.viewer, project));
  return choicesFrom(rows);
}

function choicesFrom(rows: readonly ChoiceRow[]): Choices {
  const of = (kind: ChoiceRow["kind"]) => rows.filter((row) => row.kind === kind);
  return { members: of("member"), milestones: of("milestone"), labels: of("label") };
}

/** The colours of labels by their titles. */
export const coloursOf = ({ labels }: Choices): ReadonlyMap<string, string> =>
  new Map(labels.map(({ title, detail }) => [title, detail]));
