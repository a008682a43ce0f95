// Looks up the references in the texts of a page, once for all of them.
import type { Database } from "../../db/database.ts";
import { projectKey } from "../../db/queries/projects/row.ts";
import {
  findMentioned,
  findReadableCode,
  findReferencedIssuables,
  type ReferenceTarget,
} from "../../db/queries/references/references.ts";
import type { IssuableType } from "../../db/schema/issuables.ts";
import type { Statement } from "../../db/statement.ts";
import type { Repositories } from "../../durable-objects/repositories.ts";
import type { ViewerKey } from "../../permissions/visible.ts";
import type { LinkTarget, ResolvedReferences } from "./reference-links.ts";
import { keyOf, type Reference, referencesIn, type TextPlace } from "./references.ts";

/** The part of a page's request that is needed. */
export interface LookupContext {
  readonly db: Database;
  readonly viewer: ViewerKey;
  readonly repositories: Repositories;
  readonly baseUrl: string;
}

/**
 * The targets of the references in texts that the reader may see: one round trip to the database, and one call of the
 * repository if a text has what could be a commit's id. Neither for texts without references.
 * @param projectPath the project of the texts; null for texts outside of projects
 */
export async function resolveReferences(
  { db, viewer, repositories, baseUrl }: LookupContext,
  texts: readonly (string | null)[],
  projectPath: string | null,
): Promise<ResolvedReferences> {
  const place: TextPlace = { projectPath, baseUrl };
  const references = referencesIn(texts, place);
  const statements = lookups(viewer, references);
  const found = statements.length === 0 ? [] : (await db.batch(...statements)).flat();
  const targets = new Map<string, LinkTarget>();
  for (const row of found) addTarget(targets, row, place);
  const code = found.find(({ kind }) => kind === "code");
  if (code?.number != null) {
    const ids = await repositories.open(code.number).run("findCommitIds", commitsOf(references));
    for (const [id, full] of Object.entries(ids)) {
      const target = { href: `/${code.path}/commit/${full}`, title: null, text: full.slice(0, 8) };
      targets.set(keyOf({ kind: "commit", project: code.path, id }), target);
    }
  }
  return { ...place, targets };
}

function lookups(viewer: ViewerKey, references: readonly Reference[]): Statement<ReferenceTarget>[] {
  const statements: Statement<ReferenceTarget>[] = [];
  const addIssuables = (type: IssuableType, kind: Reference["kind"]) => {
    const named = references.filter((reference) => reference.kind === kind);
    if (named.length > 0) statements.push(findReferencedIssuables(viewer, type, JSON.stringify(named)));
  };
  addIssuables("Issue", "issue");
  addIssuables("MergeRequest", "merge_request");
  const names = references.flatMap((one) => (one.kind === "user" ? [one.name.toLowerCase()] : []));
  if (names.length > 0) statements.push(findMentioned(viewer, JSON.stringify(names)));
  const path = references.find((one) => one.kind === "commit")?.project;
  if (path !== undefined) statements.push(findReadableCode(viewer, projectKey({ id: null, path })));
  return statements;
}

const commitsOf = (references: readonly Reference[]): string[] =>
  references.flatMap((one) => (one.kind === "commit" ? [one.id.toLowerCase()] : []));

function addTarget(targets: Map<string, LinkTarget>, row: ReferenceTarget, place: TextPlace): void {
  const { kind, path, number, title } = row;
  if (kind === "user" || kind === "group") {
    const href = kind === "user" ? `/${path}` : `/groups/${path}`;
    targets.set(keyOf({ kind: "user", name: path }), { href, title, text: `@${path}` });
  } else if (kind !== "code" && number !== null) {
    const [namespace = "", project = ""] = path.split("/");
    const href = `/${path}/${kind === "issue" ? "issues" : "merge_requests"}/${number}`;
    const text = `${pathFrom(place.projectPath, namespace, project)}${kind === "issue" ? "#" : "!"}${number}`;
    targets.set(keyOf({ kind, namespace, project, iid: number }), { href, title, text });
  }
}

/** The path before the sign of a reference: empty in the project itself. */
function pathFrom(projectPath: string | null, namespace: string, project: string): string {
  const [ownNamespace, ownProject] = projectPath?.split("/") ?? [];
  if (ownNamespace !== namespace) return `${namespace}/${project}`;
  return ownProject === project ? "" : project;
}
