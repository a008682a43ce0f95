// A merge whose effects the database did not record is completed by the next request.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { expect, inject, test } from "vitest";
import { boot, type Server } from "../../../../scripts/boot.ts";
import { unique } from "../../../support/actors.ts";
import { type Answer, Caller } from "../../../support/api.ts";
import { copyMigrated } from "../../../support/empty-server.ts";
import { History } from "../../../support/history.ts";

const token = "a-token-for-one-test";

/** Steps at which writing the effects of a merge is interrupted, in their order. */
const faults = {
  "the merge's note": "before insert on notes when new.body = 'merged'",
  "the merge's event": "before insert on events when new.kind = 'merge_request_merged'",
  "the merge itself": "before update of state on merge_requests when new.state = 'merged'",
  "what it closes": "before update of state on issues when new.state = 'closed' and new.iid = 1",
  "the removal of the source branch": "before insert on pushes when new.after is null",
  "the push to the target branch":
    "before insert on pushes when new.ref = 'refs/heads/main' and new.before is not null",
  "what other merge requests are told": "before update of merge_status on merge_requests when new.state = 'opened'",
  "what its message closes": "before update of state on issues when new.state = 'closed' and new.iid = 2",
};

/** Runs a statement on that server's database. */
async function execute({ libsqlUrl, d1 }: Server, statement: string): Promise<void> {
  if (libsqlUrl === null) await (await d1()).prepare(statement).run();
  else await createClient({ url: libsqlUrl }).execute(statement);
}

const callerOf =
  (origin: string) =>
  async (method: string, path: string, body?: Record<string, string>): Promise<Pick<Answer, "status" | "body">> => {
    const answer = await fetch(`${origin}/api/v3${path}`, {
      method,
      headers: { "PRIVATE-TOKEN": token },
      ...(body && { body: new URLSearchParams(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };

async function createProposals(server: Server, call: ReturnType<typeof callerOf>) {
  const { origin } = server.url;
  const { body: project } = await call("POST", "/projects", { name: unique("faulty") });
  const history = new History();
  const begin = history.commit({ "README.md": "Begin\n" }, "Begin");
  const add = (name: string) => history.commit({ [`${name}.txt`]: "1\n" }, name, begin);
  const feature = add("feature");
  history.setBranch("main", begin);
  history.setBranch("feature", feature);
  history.setBranch("other", add("other"));
  await history.push(new Caller(token), { ...project, origin });
  const path = `/projects/${project.id}/merge_requests`;
  const make = async (at: string, values: Record<string, string>): Promise<string> => {
    const made = await call("POST", at, values);
    expect(made.status).toBe(201);
    return `${at}/${made.body.id}`;
  };
  const propose = (source_branch: string, description: string) =>
    make(path, { title: "t", source_branch, target_branch: "main", description });
  const issues = `/projects/${project.id}/issues`;
  return {
    repository: `/projects/${project.id}/repository`,
    main: begin.oid,
    tip: feature.oid,
    issues: [await make(issues, { title: "1" }), await make(issues, { title: "2" })],
    one: await propose("feature", "Closes #1"),
    other: await propose("other", ""),
  };
}

async function closedOf(call: ReturnType<typeof callerOf>, issues: readonly string[]): Promise<string[]> {
  const states = await Promise.all(issues.map(async (issue) => (await call("GET", issue)).body.state));
  return issues.filter((_, index) => states[index] === "closed");
}

async function closingNotes(call: ReturnType<typeof callerOf>, issue: string): Promise<string[]> {
  const { body: notes }: { body: { body: string }[] } = await call("GET", `${issue}/notes`);
  return notes.map(({ body }) => body).filter((body) => body.startsWith("closed via"));
}

test("effects of a merge that were not written are written once, by the next request", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-faults-"));
  await copyMigrated(stateDir);
  const [database, bundle, vars] = [inject("database"), inject("bundle"), { ROOT_TOKEN: token }];
  const server = await boot({ port: 0, stateDir, database, vars, bundle });
  const call = callerOf(server.url.origin);
  try {
    for (const [step, when] of Object.entries(faults)) {
      const { repository, main, tip, issues, one, other } = await createProposals(server, call);
      await call("GET", other);
      await execute(server, `create trigger fault ${when} begin select raise(abort, 'fault'); end`);
      await call("PUT", `${one}/merge`, { should_remove_source_branch: "true", merge_commit_message: "Fix #1 and #2" });
      const closedBefore = await closedOf(call, issues);
      for (const issue of closedBefore) await call("PUT", issue, { state_event: "reopen" });
      await execute(server, "drop trigger fault");
      expect(await call("PUT", `${one}/merge`), step).toMatchObject({ status: 406 });
      const { body: merge } = await call("GET", `${repository}/commits/main`);
      expect(merge.parent_ids, step).toEqual([main, tip]);
      expect(await call("GET", `${repository}/branches/feature`), step).toMatchObject({ status: 404 });
      const merge_commit_sha = merge.id;
      expect(await call("GET", one), step).toMatchObject({ body: { state: "merged", merge_commit_sha, sha: tip } });
      const { body: notes }: { body: { body: string }[] } = await call("GET", `${one}/notes`);
      expect(
        notes.filter(({ body }) => body === "merged"),
        step,
      ).toHaveLength(1);
      // An issue that was closed before the fault and reopened since is not closed again.
      const closed = issues.filter((issue) => !closedBefore.includes(issue));
      expect(await closedOf(call, issues), step).toEqual(closed);
      for (const issue of issues) expect(await closingNotes(call, issue), step).toHaveLength(1);
      expect(await call("PUT", `${other}/merge`), step).toMatchObject({ status: 200, body: { state: "merged" } });
    }
  } finally {
    await server.dispose();
    await rm(stateDir, { recursive: true, force: true });
  }
}, 120_000);
