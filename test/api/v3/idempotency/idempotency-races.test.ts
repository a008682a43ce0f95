// Simultaneous requests with one Idempotency-Key: one is carried out.
import { expect, test } from "vitest";
import { type Actor, createUser, unique } from "../../../support/actors.ts";
import type { Answer, Values } from "../../../support/api.ts";
import { createProject, type Project } from "../../../support/factories.ts";
import { keyed } from "../../../support/keyed.ts";

const AT_ONCE = 8;

type Race = [
  string,
  (project: Project) => [path: string, body: Values],
  (owner: Actor, project: Project) => Promise<Answer>,
];

const file = { file_path: "a", branch_name: "main", content: "a", commit_message: "Write a" };

const races: Race[] = [
  [
    "one issue is created",
    ({ id }) => [`/projects/${id}/issues`, { title: "one" }],
    (owner, { id }) => owner.get(`/projects/${id}/issues`),
  ],
  [
    "one commit is created",
    ({ id }) => [`/projects/${id}/repository/files`, file],
    (owner, { id }) => owner.get(`/projects/${id}/repository/commits`),
  ],
];

test.each(races)("%s", async (_, requestOf, list) => {
  const owner = await createUser();
  const project = await createProject(owner);
  const caller = keyed(owner, unique("key"));
  const [path, body] = requestOf(project);
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => caller.post(path, body)));
  const isReplay = ({ headers }: Answer) => headers.get("idempotency-replayed") === "true";
  const executed = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
  expect(executed.map(({ status }) => status)).toEqual([201]);
  for (const answer of answers.filter((one) => one !== executed[0])) {
    const { status, text } = answer;
    expect([201, 409]).toContain(status);
    if (status === 201)
      expect({ isReplay: isReplay(answer), text }).toEqual({ isReplay: true, text: executed[0]?.text });
    else expect(answer.headers.get("retry-after")).toBe("1");
  }
  expect((await caller.post(path, body)).text).toBe(executed[0]?.text);
  expect((await list(owner, project)).body).toHaveLength(1);
});
