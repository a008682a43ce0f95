// `npm run import:gitlab`: downloads a project or a group of a GitLab server, writes an archive, and imports it. A run that
// was interrupted is continued by running it again.
import { randomUUID } from "node:crypto";
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ArchiveScope, Row } from "../backup/format.ts";
import { importArchive } from "../backup/import.ts";
import { requireSameVersion, ServerClient } from "../backup/server-client.ts";
import { Failure } from "../failure.ts";
import { type ArchivedRepository, writeArchive } from "./archive.ts";
import { type Conversion, convertProject } from "./convert.ts";
import { type DownloadedProject, downloadProject } from "./download.ts";
import { type DownloadedGroup, downloadGroup, groupRows } from "./group.ts";
import { flagOf, idOf, type Json, objectOf, requiredText, textOf } from "./json.ts";
import { RepositoryCopy } from "./repository.ts";
import { GHOST_ID, rowIdOf } from "./row-collector.ts";
import { Source } from "./source.ts";
import { Stage } from "./stage.ts";
import { downloadUsers, GHOST, usernamesOf, userRow } from "./users.ts";

export interface GitLabImportOptions {
  /** The URL of the GitLab server, and a token of it. */
  readonly from: URL;
  readonly sourceToken: string;
  /** `group/project`, or a group of which all projects are imported. */
  readonly what: { readonly project: string } | { readonly group: string };
  /** The group or user whose project it becomes; null for a group. */
  readonly into: string | null;
  /** The URL of the server that imports, and an administrator's token of it. */
  readonly url: string;
  readonly token: string;
  /** Keeps what was downloaded. */
  readonly folder: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds before a failed request is repeated. */
  readonly pause?: number;
  print(line: string): void;
}

/** @throws Failure */
export async function importFromGitLab(given: GitLabImportOptions): Promise<void> {
  // git runs in other folders.
  const options = { ...given, folder: resolve(given.folder) };
  const [file, done] = [join(options.folder, "archive.tar"), join(options.folder, "imported")];
  if (await exists(done)) {
    throw new Failure(`${options.folder} was imported ${await readFile(done, "utf8")}. Delete it to import anew.`);
  }
  // Before a download that may take hours.
  const { migration } = await new ServerClient(options).json<{ migration: string }>("/-/backup");
  requireSameVersion(migration);
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  // A folder that was there may be open to others.
  await mkdir(join(options.folder, "downloaded"), { recursive: true, mode: 0o700 });
  if (await exists(file)) options.print(`Continuing with ${file}.`);
  else await download(options, file);
  await importArchive({ ...options, file });
  await writeFile(done, `into ${options.url} at ${new Date().toISOString()}`);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function download(options: GitLabImportOptions, file: string): Promise<void> {
  const { from, what, folder, print } = options;
  const source = await Source.detect(from, options.sourceToken, options.pause);
  print(`${from.host} speaks API v${source.version}.`);
  const stage = new Stage(join(folder, "downloaded"));
  const group = "group" in what ? await downloadGroup(source, what.group) : null;
  const paths = "project" in what ? [what.project] : (group?.projects ?? []);
  const projects: StagedProject[] = [];
  for (const path of paths) projects.push(await stageProject(options, source, stage, path));
  const conversions = await convert(options, source, stage, projects);
  const rows = new Map<string, Row[]>();
  for (const [table, added] of conversions.flatMap((conversion) => [...conversion.rows])) {
    rows.set(table, [...(rows.get(table) ?? []), ...added]);
  }
  if (group !== null) for (const [table, added] of groupRows(group)) rows.set(table, [...added]);
  const members = (group?.members ?? []).map((member) => [idOf(member), member] as const);
  const users = await downloadUsers(source, stage, new Map([...members, ...usersOf(conversions)]));
  const others = [...users.values()].filter((user) => rowIdOf(user) !== GHOST_ID);
  rows.set(
    "users",
    [GHOST, ...others].map((user) => userRow(user, from.hostname)),
  );
  await writeArchive({
    file,
    id: await stage.json("import-id", async () => randomUUID()),
    source: from.href,
    scope: scopeOf(group, projects),
    rows,
    repositories: await Promise.all(projects.map((project) => archivedRepository(project, folder))),
  });
  for (const line of conversions.flatMap(({ omissions }) => omissions)) print(line);
}

interface StagedProject {
  readonly downloaded: DownloadedProject;
  readonly repository: RepositoryCopy;
  readonly commits: ReadonlySet<string>;
}

async function stageProject(
  { from, sourceToken, folder, print }: GitLabImportOptions,
  source: Source,
  stage: Stage,
  path: string,
): Promise<StagedProject> {
  const downloaded = await downloadProject({ source, stage, report: print }, path);
  const { project } = downloaded;
  const url = `${from.href.replace(/\/+$/, "")}/${requiredText(project, "path_with_namespace")}.git`;
  const repository = new RepositoryCopy(join(folder, "downloaded", `${idOf(project)}`), url, sourceToken);
  print("the repository");
  await repository.fetch();
  return { downloaded, repository, commits: await repository.commits() };
}

/** Twice: which users take part is known after the first time, and mentions need their names. */
async function convert(
  options: GitLabImportOptions,
  source: Source,
  stage: Stage,
  projects: readonly StagedProject[],
): Promise<Conversion[]> {
  const convertWith = (users: ReadonlyMap<number, Json>, isGone: (id: number) => boolean) => {
    const usernames = usernamesOf(users.values());
    let lastId = 0;
    return projects.map(({ downloaded, commits }) =>
      convertProject(downloaded, {
        hasCommit: (oid) => commits.has(oid),
        usernames,
        origin: new URL(options.url).origin,
        isGone,
        newId: () => ++lastId,
      }),
    );
  };
  const named = usersOf(convertWith(new Map(), () => false));
  const users = await downloadUsers(source, stage, named);
  return convertWith(users, (id) => !users.has(id));
}

/** A user may be named by an id alone in one project, and described in another. */
const usersOf = (conversions: readonly Conversion[]): Map<number, Json> => {
  const all = conversions.flatMap(({ users }) => [...users]);
  return new Map(all.toSorted(([, one], [, other]) => Object.keys(one).length - Object.keys(other).length));
};

function scopeOf(group: DownloadedGroup | null, projects: readonly StagedProject[]): ArchiveScope {
  if (group !== null) return { kind: "group", id: group.id, path: group.path, namespace_id: group.id };
  const [only] = projects;
  if (only === undefined) throw new Failure("There is no project to import.");
  const { project } = only.downloaded;
  return {
    kind: "project",
    id: idOf(project),
    path: requiredText(project, "path_with_namespace"),
    namespace_id: idOf(objectOf(project, "namespace") ?? {}),
  };
}

async function archivedRepository(staged: StagedProject, folder: string): Promise<ArchivedRepository> {
  const { downloaded, repository, commits } = staged;
  const projectId = idOf(downloaded.project);
  const versions = downloaded.mergeRequests.flatMap((mergeRequest) => mergeRequest.versions);
  const compared = versions.flatMap((version) =>
    ["head_commit_sha", "base_commit_sha", "start_commit_sha"].map((name) => textOf(version, name) ?? ""),
  );
  await repository.keep(compared.filter((oid) => commits.has(oid)));
  const bundle = commits.size === 0 ? null : join(folder, "downloaded", `${projectId}`, "repository.bundle");
  if (bundle !== null) await repository.bundle(bundle);
  const branch = textOf(downloaded.project, "default_branch");
  return {
    projectId,
    bundle,
    state: {
      head: branch === null ? null : `refs/heads/${branch}`,
      protected_branches: downloaded.branches
        .filter((candidate) => flagOf(candidate, "protected") === 1)
        .map((candidate) => ({
          name: requiredText(candidate, "name"),
          developers_can_push: flagOf(candidate, "developers_can_push") === 1,
          developers_can_merge: flagOf(candidate, "developers_can_merge") === 1,
        })),
      merges: [],
    },
  };
}
