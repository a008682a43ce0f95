// Fixtures of the commit tests: commits made through the API.
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { type Answer, type Caller, send, type Values } from "../../../support/api.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

export interface Owned {
  readonly owner: Actor;
  readonly project: Project;
}

/** A project with an empty repository. */
export async function createEmpty(attributes: Values = {}): Promise<Owned> {
  const owner = await createUser();
  return { owner, project: await createProject(owner, attributes) };
}

/** A project with one commit of these files on `main`, made through the API. */
export async function createSeeded(
  files: Readonly<Record<string, string>>,
  attributes: Values = {},
): Promise<Owned & { readonly first: string }> {
  const owned = await createEmpty(attributes);
  const actions = Object.entries(files).map(([file_path, content]) => ({ action: "create", file_path, content }));
  const { id } = await ok(postCommit(owned.owner, owned.project, actions, { commit_message: "Begin" }));
  return { ...owned, first: id };
}

const commitOf = (actions: unknown, more: Record<string, unknown>): string =>
  JSON.stringify({ branch_name: "main", commit_message: "Change", actions, ...more });

const sendCommit = (caller: Caller, { id }: Project, init: RequestInit): Promise<Answer> =>
  send(`/projects/${id}/repository/commits`, {
    method: "POST",
    ...init,
    headers: { ...caller.headers, "content-type": "application/json", ...init.headers },
  });

/** Commits to `main` with the message `Change` unless overridden; undefined values are not sent. */
export const postCommit = (
  caller: Caller,
  project: Project,
  actions: unknown,
  more: Record<string, unknown> = {},
): Promise<Answer> => sendCommit(caller, project, { body: commitOf(actions, more) });

/** As `postCommit`, where `x*9` stands for a text of nine x: writing megabytes of JSON takes longer than committing them. */
export function postLargeCommit(
  caller: Caller,
  project: Project,
  actions: unknown,
  more: Record<string, unknown> = {},
): Promise<Answer> {
  const parts = commitOf(actions, more).split(/x\*(\d+)/);
  const bytes = parts.map((part, at) => (at % 2 === 0 ? Buffer.from(part) : Buffer.alloc(Number(part), "x")));
  const length = bytes.reduce((sum, part) => sum + part.length, 0);
  // A request copies bytes, but no stream.
  const body = new ReadableStream({
    start(controller) {
      for (const part of bytes) controller.enqueue(part);
      controller.close();
    },
  });
  const streamed = { body, duplex: "half", headers: { "content-length": `${length}` } };
  return sendCommit(caller, project, streamed);
}

/** The response to a refused commit. */
export const refusedWith = (message: string) => ({ status: 400, body: { message } });

/** A clone without files in which `git fsck --strict` finds no fault. */
export async function cloneSound({ owner, project }: Owned, branch?: string): Promise<WorkingFolder> {
  const folder = await WorkingFolder.copy(owner, project, { checkout: false, branch });
  const { code, stdout, stderr } = await folder.try(["fsck", "--strict"]);
  if (code !== 0 || /error|warning|missing|dangling/.test(stdout + stderr)) {
    throw new Error(`git fsck ended with ${code}: ${stdout}${stderr}`);
  }
  return folder;
}

/** Contents of all files of a branch in a clone, by mode and path (`100644 a/b`). */
export async function filesOf(owned: Owned, branch = "main"): Promise<Record<string, string>> {
  using folder = await cloneSound(owned, branch);
  const listed = (await folder.git("ls-tree", "-r", "-z", "HEAD")).split("\0").filter((line) => line !== "");
  const files = listed.map((line) => /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? []);
  const { stdout } = await folder.try(["cat-file", "--batch"], {
    input: files.map(([, , oid]) => `${oid}\n`).join(""),
  });
  let rest = Buffer.from(stdout);
  return Object.fromEntries(
    files.map(([, mode, , path]) => {
      const start = rest.indexOf("\n") + 1;
      const end = start + Number(rest.toString("utf8", 0, start).split(" ").at(-1));
      const content = rest.toString("utf8", start, end);
      rest = rest.subarray(end + 1);
      return [`${mode} ${path}`, content];
    }),
  );
}

/** The tip of a branch. */
export async function tipOf({ owner, project }: Owned, branch = "main"): Promise<string> {
  const { commit } = await ok(owner.get(`/projects/${project.id}/repository/branches/${encodeURIComponent(branch)}`));
  return commit.id;
}
