// New issues and notes are decided from recalled reads in one round trip, and never from reads that are out of date.
import { describe, expect, test } from "vitest";
import { type Actor, ok, root } from "../support/actors.ts";
import { type Answer, send, type Values } from "../support/api.ts";
import { joinProject } from "../support/belonging.ts";
import { createReportedProject, type ReportedProject } from "../support/reported-project.ts";
import { v4 } from "../support/v4.ts";

const issuesOf = ({ project }: ReportedProject) => `/projects/${project.id}/issues`;
const notesOf = ({ project, issue }: ReportedProject) => `/projects/${project.id}/issues/${issue.id}/notes`;

const writes: [string, (made: ReportedProject) => string, Values][] = [
  ["an issue", issuesOf, { title: "One more", labels: "bug" }],
  ["a note", notesOf, { body: "One more" }],
  ["an issue of v4", (made) => v4(issuesOf(made)), { title: "One more" }],
  ["a note of v4", ({ project, issue }) => v4(`/projects/${project.id}/issues/${issue.iid}/notes`), { body: "More" }],
];

test.each(writes)("creating %s again takes one round trip", async (_, pathOf, body) => {
  const made = await createReportedProject();
  const answers: Answer[] = [];
  for (let turn = 0; turn < 3; turn += 1) answers.push(await made.member.post(pathOf(made), body));
  expect(answers.map(({ status, cost }) => [status, cost.roundTrips])).toEqual([
    [201, 2],
    [201, 1],
    [201, 1],
  ]);
});

test("reads that were out of date once are not recalled again", async () => {
  const made = await createReportedProject();
  const costs: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    if (turn === 2)
      await ok(made.owner.put(`/projects/${made.project.id}`, { visibility_level: 10, path: `${made.project.path}2` }));
    const { status, cost } = await made.member.post(issuesOf(made), { title: "One more" });
    expect(status).toBe(201);
    costs.push(cost.roundTrips);
  }
  expect(costs).toEqual([2, 1, 3, 2, 2]);
});

test.each(writes)("creating %s by 8 requests at once creates 8", async (_, pathOf, body) => {
  const made = await createReportedProject();
  await ok(made.member.post(pathOf(made), body));
  const answers = await Promise.all(Array.from({ length: 8 }, () => made.member.post(pathOf(made), body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(8);
});

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
    "the project becomes private",
    ({ owner, project }) => ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 })),
  ],
  ["issues are disabled", ({ owner, project }) => ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }))],
  [
    "the project gets another path",
    ({ owner, project }) => ok(owner.put(`/projects/${project.id}`, { path: `${project.path}2` })),
  ],
  [
    "the issue becomes confidential",
    (made) => ok(made.owner.put(`${issuesOf(made)}/${made.issue.id}`, { confidential: true })),
  ],
  [
    "the discussion is locked",
    ({ owner, project, issue }) =>
      ok(owner.put(v4(`/projects/${project.id}/issues/${issue.iid}`), { discussion_locked: true })),
  ],
  ["the issue is deleted", (made) => ok(made.owner.delete(`${issuesOf(made)}/${made.issue.id}`))],
  ["the project is deleted", ({ owner, project }) => ok(owner.delete(`/projects/${project.id}`))],
  [
    "both users are blocked",
    ({ member, outsider }) => Promise.all([member, outsider].map((user) => ok(root.put(`/users/${user.id}/block`)))),
  ],
];

/** The same request in a way that recalls nothing. */
const unrecalled = (actor: Actor, path: string, body: Values): Promise<Answer> =>
  send(path, {
    method: "POST",
    headers: { ...actor.headers, "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
    body: JSON.stringify(body),
  });

/** Without what is different in every record. */
const comparable = ({ status, text }: Answer): string =>
  `${status} ${text.replaceAll(/"(?:id|iid|created_at|updated_at)":(?:\d+|"[^"]*")/g, "").replaceAll(/issues\/\d+/g, "issues/N")}`;

describe.each(changes)("after this change: %s", (_, change) => {
  test.each(writes.slice(0, 2))(
    "the answer to creating %s is that of a request that recalls nothing",
    async (__, pathOf, body) => {
      const made = await createReportedProject();
      const actors = [made.member, made.outsider];
      for (const actor of actors) await ok(actor.post(pathOf(made), body));
      await change(made);
      for (const actor of actors) {
        const recalling = comparable(await actor.post(pathOf(made), body));
        expect(recalling).toBe(comparable(await unrecalled(actor, pathOf(made), body)));
        expect(comparable(await actor.post(pathOf(made), body))).toBe(recalling);
      }
    },
  );
});

test("a refusal is not recalled", async () => {
  const made = await createReportedProject();
  await ok(made.owner.put(`/projects/${made.project.id}`, { visibility_level: 0 }));
  const refused = await made.outsider.post(issuesOf(made), { title: "Let me in" });
  await joinProject(made.owner, made.project, made.outsider, "guest");
  const admitted = await made.outsider.post(issuesOf(made), { title: "Let me in" });
  expect([refused.status, admitted.status]).toEqual([404, 201]);
});
