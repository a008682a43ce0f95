// Downloads a project of a GitLab server: everything of it that Tributary has, as the server's own JSON.
import { Failure } from "../failure.ts";
import { idOf, type Json, numberOf, objectOf, objectsOf, textOf } from "./json.ts";
import type { Source } from "./source.ts";
import type { Stage } from "./stage.ts";

export interface DownloadedNote {
  readonly note: Json;
  /** Id of the discussion; null for a note outside of any. */
  readonly discussion: string | null;
  readonly awards: readonly Json[];
}

export interface DownloadedIssuable {
  readonly issuable: Json;
  readonly notes: readonly DownloadedNote[];
  readonly awards: readonly Json[];
  /** `time_estimate` and `total_time_spent` in seconds. */
  readonly time: Json;
}

export interface DownloadedMergeRequest extends DownloadedIssuable {
  /** Newest first. */
  readonly versions: readonly Json[];
}

export interface DownloadedProject {
  readonly project: Json;
  readonly members: readonly Json[];
  readonly labels: readonly Json[];
  readonly milestones: readonly Json[];
  /** None if the token is not a maintainer's. */
  readonly hooks: readonly Json[];
  readonly branches: readonly Json[];
  readonly tags: readonly Json[];
  readonly issues: readonly DownloadedIssuable[];
  readonly mergeRequests: readonly DownloadedMergeRequest[];
}

/** Requests at a time. */
const PARALLEL = 6;

export interface DownloadOptions {
  readonly source: Source;
  readonly stage: Stage;
  report(line: string): void;
}

/** @param path `group/project` or an id */
export async function downloadProject(options: DownloadOptions, path: string): Promise<DownloadedProject> {
  const { source, stage, report } = options;
  const at = `/projects/${encodeURIComponent(path)}`;
  const project = await source.get(at);
  if (project === null) throw new Failure(`There is no project ${path}, or the token may not read it.`);
  const id = idOf(project);
  const list = (name: string, from = `/projects/${id}/${name}`) =>
    stage.json(`projects/${id}/${name.replaceAll("/", "-")}`, () => source.list(from, refused(report, name)));
  report(`${textOf(project, "path_with_namespace") ?? path}: labels, milestones, members, hooks, branches and tags`);
  return {
    project,
    members: await list("members"),
    labels: await list("labels"),
    milestones: await list("milestones"),
    hooks: await list("hooks"),
    branches: await list("repository/branches"),
    tags: await list("repository/tags"),
    issues: await downloadIssues(options, id),
    mergeRequests: await downloadMergeRequests(options, id),
  };
}

/** An import without them would otherwise look complete. */
const refused = (report: DownloadOptions["report"], name: string) => () =>
  report(`${name}: none, since the feature is disabled or the token may not read them`);

async function downloadIssues(
  { source, stage, report }: DownloadOptions,
  project: number,
): Promise<DownloadedIssuable[]> {
  const query =
    source.version === 4 ? "?scope=all&state=all&order_by=created_at&sort=asc" : "?order_by=created_at&sort=asc";
  const issues = await stage.json(`projects/${project}/issues`, () =>
    source.list(`/projects/${project}/issues${query}`, refused(report, "issues")),
  );
  return await inParallel(
    issues,
    (done) => report(`issues: ${done} of ${issues.length}`),
    (issue) =>
      stage.json(`projects/${project}/issues/${idOf(issue)}`, () =>
        downloadIssuable(source, `/projects/${project}/issues`, issue),
      ),
  );
}

async function downloadMergeRequests(
  { source, stage, report }: DownloadOptions,
  project: number,
): Promise<DownloadedMergeRequest[]> {
  const all = `/projects/${project}/merge_requests`;
  const list = await stage.json(`projects/${project}/merge_requests`, () =>
    source.list(`${all}?state=all&order_by=created_at&sort=asc`, refused(report, "merge_requests")),
  );
  return await inParallel(
    list,
    (done) => report(`merge requests: ${done} of ${list.length}`),
    (listed) =>
      stage.json(`projects/${project}/merge_requests/${idOf(listed)}`, async () => {
        const mergeRequest = (await source.get(`${all}/${keyOf(source, listed)}`)) ?? listed;
        const downloaded = await downloadIssuable(source, all, mergeRequest);
        return { ...downloaded, versions: await source.list(`${all}/${keyOf(source, listed)}/versions`) };
      }),
  );
}

/** v4 names an issuable by its iid, v3 by its id. */
const keyOf = ({ version }: Source, issuable: Json): number =>
  version === 4 ? numberOf(issuable, "iid") : idOf(issuable);

async function downloadIssuable(source: Source, all: string, issuable: Json): Promise<DownloadedIssuable> {
  const at = `${all}/${keyOf(source, issuable)}`;
  const discussions = await discussionsOfNotes(source, at);
  const notes: DownloadedNote[] = [];
  for (const note of await source.list(`${at}/notes?sort=asc&order_by=created_at`)) {
    const awards = note.system === true ? [] : await source.list(`${at}/notes/${idOf(note)}/award_emoji`);
    notes.push({ note, discussion: discussions.get(idOf(note)) ?? null, awards });
  }
  // Since 12.6 GitLab's v4 includes the times in the issuable.
  const time = objectOf(issuable, "time_stats") ?? (await source.get(`${at}/time_stats`)) ?? {};
  return { issuable, notes, awards: await source.list(`${at}/award_emoji`), time };
}

/** Discussion ids by note id. v3 has discussions of merge requests only, and none before 8.16. */
async function discussionsOfNotes(source: Source, at: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  if (!at.includes("/merge_requests/")) return found;
  for (const discussion of await source.list(`${at}/discussions`)) {
    if (discussion.individual_note === true) continue;
    for (const note of objectsOf(discussion, "notes")) found.set(idOf(note), String(discussion.id));
  }
  return found;
}

/** Maps in order, some at a time. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  report: (done: number) => void,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += PARALLEL) {
    results.push(...(await Promise.all(items.slice(first, first + PARALLEL).map(map))));
    report(results.length);
  }
  return results;
}
