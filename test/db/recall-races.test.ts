// What changes between recalled reads and the batch that writes: the answer is that of a request that begins afterwards.
import { beforeAll, expect, inject, test } from "vitest";
import { type Actor, ok, root } from "../support/actors.ts";
import { api } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import { createReportedProject, type ReportedProject } from "../support/reported-project.ts";
import { type LocalWorker, startLocalWorker } from "../support/runtime/worker.ts";
import { sampled } from "../support/sample.ts";
import { onServer, server } from "../support/server.ts";
import { v4 } from "../support/v4.ts";

/** The database of one isolate, whose batches wait while it is held. */
class HeldDatabase {
  readonly binding: D1Database;
  #held: Promise<void> | null = null;
  #release: () => void = () => {};
  waiting = 0;

  constructor(d1: D1Database) {
    const batch = async (statements: D1PreparedStatement[]) => {
      this.waiting += 1;
      await this.#held;
      return d1.batch(statements);
    };
    this.binding = new Proxy(d1, {
      get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name)),
    });
  }

  hold(): void {
    this.waiting = 0;
    this.#held = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  release(): void {
    this.#held = null;
    this.#release();
  }
}

let worker: LocalWorker;
let database: HeldDatabase;
let isolate: LocalWorker["fetch"];

beforeAll(async () => {
  worker = await startLocalWorker({
    ROOT_TOKEN: inject("rootToken"),
    DATABASE_COST: "true",
    HOOKS_ALLOW_LOCAL: "true",
  });
  database = new HeldDatabase(worker.d1);
  isolate = worker.isolate(database.binding);
});

const onWorker = <T>(work: () => Promise<T>): Promise<T> =>
  onServer(
    {
      origin: server.origin,
      fetch: (url, init) => worker.fetch(new Request(url, init)),
      settle: () => worker.settle(1_000),
      takeUsers: async () => [],
    },
    work,
  );

interface Write {
  readonly actor: Actor;
  readonly path: string;
  readonly body: object;
}

/**
 * In a sample one user writes through v3 and the other through v4, in turn.
 *
 * @param row index of the change
 */
const writesOf = ({ member, outsider, project, issue }: ReportedProject, row: number): Write[] =>
  [member, outsider].flatMap((actor, at) => {
    const issues = `/projects/${project.id}/issues`;
    const versions = [
      [issues, `${issues}/${issue.id}/notes`],
      [v4(issues), v4(`${issues}/${issue.iid}/notes`)],
    ] as const;
    return sampled(versions, row + at, versions.length).flatMap(([issues, notes]) => [
      { actor, path: issues, body: { title: "One more", labels: "bug" } },
      { actor, path: notes, body: { body: "One more" } },
    ]);
  });

const requestOf = ({ actor, path, body }: Write, headers: Record<string, string> = {}): Request =>
  new Request(path.startsWith("http") ? path : api + path, {
    method: "POST",
    headers: { ...actor.headers, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** Without what is different in every record. */
async function comparable(response: Response): Promise<string> {
  const text = (await response.text())
    .replaceAll(/"(?:id|iid|created_at|updated_at)":(?:\d+|"[^"]*")/g, "")
    .replaceAll(/issues\/\d+|#\d+/g, "issues/N");
  return `${response.status} ${text}`;
}

const roundTrips = (response: Response) => /round-trips=(\d+)/.exec(response.headers.get("server-timing") ?? "")?.[1];

const changes: [string, (made: ReportedProject) => Promise<unknown>][] = [
  ["nothing", async () => {}],
  [
    "the member leaves",
    ({ owner, project, member }) => ok(owner.delete(`/projects/${project.id}/members/${member.id}`)),
  ],
  [
    "the member becomes a guest",
    ({ owner, project, member }) => ok(owner.put(`/projects/${project.id}/members/${member.id}`, { access_level: 10 })),
  ],
  [
    "the outsider becomes a reporter",
    ({ owner, project, outsider }) => joinProject(owner, project, outsider, "reporter"),
  ],
  [
    "the project becomes private",
    ({ owner, project }) => ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 })),
  ],
  ["issues are disabled", ({ owner, project }) => ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }))],
  [
    "the project gets another path",
    ({ owner, project }) => ok(owner.put(`/projects/${project.id}`, { path: `${project.path}2` })),
  ],
  ["the project is archived", ({ owner, project }) => ok(owner.post(`/projects/${project.id}/archive`))],
  ["the project is deleted", ({ owner, project }) => ok(owner.delete(`/projects/${project.id}`))],
  [
    "the issue becomes confidential",
    ({ owner, project, issue }) => ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { confidential: true })),
  ],
  [
    "the discussion is locked",
    ({ owner, project, issue }) =>
      ok(owner.put(v4(`/projects/${project.id}/issues/${issue.iid}`), { discussion_locked: true })),
  ],
  [
    "the issue is closed and gets another title",
    ({ owner, project, issue }) =>
      ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { state_event: "close", title: "Another" })),
  ],
  [
    "the issue is deleted",
    ({ owner, project, issue }) => ok(owner.delete(`/projects/${project.id}/issues/${issue.id}`)),
  ],
  [
    "the label is renamed",
    ({ owner, project }) => ok(owner.put(`/projects/${project.id}/labels`, { name: "bug", new_name: "defect" })),
  ],
  ["the label is deleted", ({ owner, project }) => ok(owner.delete(`/projects/${project.id}/labels?name=bug`))],
  [
    "both users are blocked",
    ({ member, outsider }) => Promise.all([member, outsider].map((user) => ok(root.put(`/users/${user.id}/block`)))),
  ],
  [
    "the tokens of both are revoked",
    ({ member, outsider }) =>
      Promise.all(
        [member, outsider].map(async (user) => {
          const [token] = await ok(root.get(`/users/${user.id}/impersonation_tokens`));
          await ok(root.delete(`/users/${user.id}/impersonation_tokens/${token.id}`));
        }),
      ),
  ],
  [
    "both users are deleted",
    ({ member, outsider }) => Promise.all([member, outsider].map((user) => ok(root.delete(`/users/${user.id}`)))),
  ],
];

const numbered = changes.map(([name, change], row) => [name, change, row] as const);

test.each(numbered)("between the recalled reads and the write: %s", (_, change, row) =>
  onWorker(async () => {
    const made = await createReportedProject();
    await ok(made.owner.post(`/projects/${made.project.id}/labels`, { name: "bug", color: "#ff0000" }));
    const writes = writesOf(made, row);
    for (const write of writes) await isolate(requestOf(write));
    for (const write of writes) expect(roundTrips(await isolate(requestOf(write)))).toBe("1");
    database.hold();
    const held = writes.map((write) => isolate(requestOf(write)));
    while (database.waiting < writes.length) await new Promise(setImmediate);
    await change(made);
    database.release();
    const answers = await Promise.all(held);
    for (const [at, write] of writes.entries()) {
      const later = await worker.fetch(requestOf(write, { "idempotency-key": crypto.randomUUID() }));
      expect(await comparable(answers[at] ?? new Response()), write.path).toBe(await comparable(later));
    }
  }),
);
