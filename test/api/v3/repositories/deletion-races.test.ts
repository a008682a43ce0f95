// Reads and writes of a repository during the deletion of its project get the response from before or after it.
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { packOf, wholeEntry } from "../../../git/pack/pack-bytes.ts";
import { Random } from "../../../git/random.ts";
import { type Actor, createUser, ok, unique } from "../../../support/actors.ts";
import type { Answer } from "../../../support/api.ts";
import { createGroup, createProject, type Project } from "../../../support/factories.ts";
import { seedRepository } from "../../../support/git.ts";
import { noise } from "../../../support/noise.ts";
import { type RawAnswer, sendRaw } from "../../../support/raw-request.ts";
import { isSample } from "../../../support/sample.ts";
import { commandPackets, postPush } from "../../git/raw-push.ts";

const ROUNDS = isSample ? 4 : 12;

/** Writers to a new project find no branch; the first one creates theirs. */
const writes = (owner: Actor, { id }: Project): (() => Promise<Answer>)[] => [
  () =>
    owner.post(`/projects/${id}/repository/files`, {
      branch_name: "main",
      file_path: unique("file"),
      content: "a",
      commit_message: "One more",
    }),
  () => owner.post(`/projects/${id}/repository/branches`, { branch_name: unique("branch"), ref: "main" }),
  () => owner.post(`/projects/${id}/repository/tags`, { tag_name: unique("tag"), ref: "main" }),
  () => owner.put(`/projects/${id}/repository/branches/main/protect`),
  () => owner.get(`/projects/${id}/repository/commits`),
  () => owner.get(`/projects/${id}/repository/branches`),
];

const describeAnswer = ({ status, text }: Answer): string => (status < 300 ? "success" : `${status} ${text}`);

test.each([1, 2, 3])(
  "requests to a repository during the deletion of its project succeed or are 404 (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    const owner = await createUser();
    const answers = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const group = await createGroup(owner);
      const project = await createProject(owner, { namespace_id: group.id });
      const kinds = writes(owner, project);
      const [commit] = kinds;
      // A repository that has served a request before is initialized already.
      const isNew = random.chance(50);
      if (!isNew) await commit?.();
      const calls = random.times(12, () => (isNew ? (commit ?? random.pick(kinds)) : random.pick(kinds)));
      const gone = random.chance(50) ? `/projects/${project.id}` : `/groups/${group.id}`;
      // A request just behind the deletion finds the project, and its repository is gone when it gets there.
      const at = random.chance(70) ? 0 : random.below(calls.length);
      const deletion = Promise.withResolvers<Answer>();
      const running = calls.map((call, index) => {
        if (index === at) deletion.resolve(owner.delete(gone));
        return call();
      });
      for (const answer of await Promise.all(running)) answers.add(describeAnswer(answer));
      expect((await deletion.promise).status).toBe(200);
    }
    answers.delete("success");
    expect([...answers].filter((answer) => answer !== '404 {"message":"404 Project Not Found"}')).toEqual([]);
  },
);

/** A push whose second half is sent after another action. */
function pushAround(caller: Actor, { path_with_namespace: path }: Project, between: () => Promise<unknown>) {
  const entries = Array.from({ length: 200 }, (_, index) => wholeEntry(noise(String(index), 2_000)));
  const commands = commandPackets([{ name: "refs/heads/main", after: "1".repeat(40) }]);
  const body = Buffer.concat([commands, packOf(entries)]);
  const head = [
    `POST /${path}.git/git-receive-pack HTTP/1.1`,
    "Host: localhost",
    `PRIVATE-TOKEN: ${caller.token}`,
    "Content-Type: application/x-git-receive-pack-request",
    `Content-Length: ${body.length}`,
  ];
  async function* halves() {
    yield body.subarray(0, body.length / 2);
    await between();
    yield body.subarray(body.length / 2);
  }
  return sendRaw(head, halves());
}

const noProject = [404, "There is no such project, or you are not allowed to see it.\n"];

const textOf = ({ status, text }: RawAnswer) => [status, text];

test("a push during which its project is deleted is 404", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const answer = await pushAround(owner, project, () => ok(owner.delete(`/projects/${project.id}`)));
  expect(textOf(answer)).toEqual(noProject);
});

test("a push during which its group is deleted is 404", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  await seedRepository(owner, project, { "README.md": "Read me\n" });
  const answer = await pushAround(owner, project, () => ok(owner.delete(`/groups/${group.id}`)));
  expect(textOf(answer)).toEqual(noProject);
});

/** From an unknown commit, which is checked only after the whole push has arrived. */
async function statusOfPush(caller: Actor, project: Project, name: string): Promise<number> {
  const body = Buffer.concat([commandPackets([{ name, after: "1".repeat(40) }]), packOf([])]);
  return (await postPush(caller, project, body)).status;
}

test.each([1, 2])("pushes during the deletion of their project succeed or are 404 (seed %i)", async (seed) => {
  const random = new Random(seed);
  const owner = await createUser();
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const project = await createProject(owner);
    const at = random.below(8);
    await Promise.all(
      random.times(8, async (index) => {
        if (index === at) await ok(owner.delete(`/projects/${project.id}`));
        else statuses.add(await statusOfPush(owner, project, `refs/heads/b${index}`));
      }),
    );
  }
  expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([]);
});
