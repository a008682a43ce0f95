// POST /projects/:id/repository/tags
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { inShort } from "../../../support/in-short.ts";
import { addDeveloper, createSeeded, createTag, namesOf, tagsOf } from "./tags.ts";

test("a tag names a commit, for git as well", async () => {
  const { owner, project, path, commit } = await createSeeded();
  const made = await owner.post(path, { tag_name: "release/1.0", ref: "main" });
  const body = { name: "release/1.0", message: null, commit: { id: commit }, release: null };
  expect(made).toMatchObject({ status: 201, body });
  expect((await owner.get(`${path}/release%2F1.0`)).body).toEqual(made.body);
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("cat-file", "-t", "release/1.0")).toBe("commit");
  expect(await folder.git("rev-parse", "release/1.0")).toBe(commit);
});

test("a message makes an annotated tag with the user as tagger, equal to git's", async () => {
  const seeded = await createSeeded();
  const developer = await createUser({ name: "Zoë Ünal", email: "zoe.unal@example.com" });
  await ok(seeded.owner.post(`/projects/${seeded.project.id}/members`, { user_id: developer.id, access_level: 30 }));
  const message = "\n\nFirst  release  \n\n\n# Änderungen\n* viele\t\n\n";
  const made = await developer.post(seeded.path, { tag_name: "v1.0", ref: "main", message });
  const stored = "First  release\n\n# Änderungen\n* viele";
  expect(made).toMatchObject({ status: 201, body: { name: "v1.0", message: stored, commit: { id: seeded.commit } } });
  using folder = await WorkingFolder.copy(seeded.owner, seeded.project);
  expect(await folder.git("fsck", "--strict")).toBe("");
  const time = await folder.git("for-each-ref", "--format=%(taggerdate:unix)", "refs/tags/v1.0");
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60);
  const ident = { GIT_COMMITTER_NAME: "Zoë Ünal", GIT_COMMITTER_EMAIL: "zoe.unal@example.com" };
  await folder.try(["tag", "-a", "--cleanup=whitespace", "-F", "-", "-f", "local", "main"], {
    input: message,
    environment: { ...ident, GIT_COMMITTER_DATE: `${time} +0000` },
  });
  const local = await folder.git("cat-file", "tag", "local");
  expect(await folder.git("cat-file", "tag", "v1.0")).toBe(local.replace("tag local", "tag v1.0"));
});

test.each(["", " \n\t\n", null])("the message %j makes a lightweight tag", async (message) => {
  const { owner, project, path } = await createSeeded();
  expect(await owner.post(path, { tag_name: "v1", ref: "main", message })).toMatchObject({
    status: 201,
    body: { message: null },
  });
  using folder = await WorkingFolder.copy(owner, project);
  expect(await folder.git("cat-file", "-t", "v1")).toBe("commit");
});

test("a tag can point to a tag of either kind, a branch, an id or an abbreviated id", async () => {
  const { owner, project, path, commit } = await createSeeded();
  using folder = await WorkingFolder.copy(owner, project);
  await folder.git("tag", "-a", "-m", "Annotated", "annotated");
  await folder.git("tag", "light");
  await folder.deliver("annotated", "light");
  const annotated = await folder.git("rev-parse", "annotated");
  for (const [at, ref] of ["annotated", "light", "main", commit, commit.slice(0, 7), annotated].entries()) {
    const answer = await owner.post(path, { tag_name: `t${at}`, ref, message: at % 2 === 0 ? "Message" : "" });
    expect(answer, ref).toMatchObject({ status: 201, body: { commit: { id: commit } } });
  }
});

test("a user whose name is invalid in git gets a tag that git accepts", async () => {
  const owner = await createUser({ name: "..." });
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  await folder.commit({ a: "1" });
  await folder.deliver("HEAD:main");
  await ok(owner.post(tagsOf(project), { tag_name: "v1", ref: "main", message: "m" }));
  using clone = await WorkingFolder.copy(owner, project);
  expect(await clone.git("fsck", "--strict")).toBe("");
});

const refusals: [Values, object][] = [
  [{}, { error: "tag_name is missing, ref is missing" }],
  [{ tag_name: "x" }, { error: "ref is missing" }],
  [{ tag_name: ["x"], ref: "main" }, { error: "tag_name is invalid" }],
  [{ tag_name: "v1", ref: "main" }, { message: "Tag v1 already exists" }],
  [{ tag_name: "v1", ref: "none" }, { message: "Target none is invalid" }],
  [{ tag_name: "x", ref: "" }, { message: "Target  is invalid" }],
  [{ tag_name: "x", ref: "f".repeat(40) }, { message: `Target ${"f".repeat(40)} is invalid` }],
  [{ tag_name: "v1/x", ref: "main" }, { message: "'refs/tags/v1' exists; cannot create 'refs/tags/v1/x'" }],
  [
    { tag_name: "x", ref: "main", message: "m".repeat(1_100_000), release_description: "d".repeat(1_100_000) },
    {
      message: {
        message: ["is too long (maximum is 1048576 characters)"],
        description: ["is too long (maximum is 1048576 characters)"],
      },
    },
  ],
];

test.each(refusals.map(([attributes, body]) => [inShort(attributes), attributes, body] as const))(
  "%s is refused",
  async (_, attributes, body) => {
    const seeded = await createSeeded();
    await createTag(seeded, "v1");
    expect(await seeded.owner.post(seeded.path, attributes)).toMatchObject({ status: 400, body });
    expect(namesOf(await seeded.owner.get(seeded.path))).toEqual(["v1"]);
  },
);

test("a name that git refuses, or that is ambiguous, is invalid", async () => {
  const { owner, path } = await createSeeded();
  const names = ["", "a b", "a..b", "a.lock", ".a", "a//b", "a/", "a~1", "a:b", "a*", "a\\b", "a@{b", "a.", "-a"];
  for (const tag_name of [...names, "HEAD", "0".repeat(40), "refs/tags/a", "refs/heads/a", "x".repeat(2_000_000)]) {
    const answer = await owner.post(path, { tag_name, ref: "main" });
    expect(answer, tag_name.slice(0, 50)).toMatchObject({ status: 400, body: { message: "Tag name invalid" } });
  }
});

test("a message of a million characters is stored", async () => {
  const seeded = await createSeeded();
  const message = "é".repeat(940_000);
  await createTag(seeded, "v1", { message });
  expect((await ok(seeded.owner.get(`${seeded.path}/v1`))).message === message).toBe(true);
});

test("creating a tag is an activity of the project", async () => {
  const seeded = await createSeeded();
  const last = async () => (await ok(seeded.owner.get(`/projects/${seeded.project.id}`))).last_activity_at;
  const before = await last();
  await createTag(seeded, "v1");
  expect((await last()) > before).toBe(true);
});

test("of 10 concurrent calls for one name one succeeds", async () => {
  const seeded = await createSeeded();
  const developer = await addDeveloper(seeded);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      developer.post(seeded.path, { tag_name: "v1", ref: "main", message: `${n}`, release_description: `${n}` }),
    ),
  );
  const [made, ...others] = answers.filter(({ status }) => status === 201);
  expect(others).toEqual([]);
  expect(made?.body.release.description).toBe(made?.body.message);
  expect((await seeded.owner.get(`${seeded.path}/v1`)).body).toEqual(made?.body);
  expect(answers.filter(({ status }) => status !== 201)).toMatchObject(
    Array(9).fill({ status: 400, body: { message: "Tag v1 already exists" } }),
  );
});
