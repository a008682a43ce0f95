// POST /projects/:id/repository/commits: the contents of a commit.
import { expect, test } from "vitest";
import { send } from "../../../support/api.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { cloneSound, createEmpty, createSeeded, filesOf, postCommit, tipOf } from "./commits.ts";

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+00:00$/);

test("one commit can create, update, delete and move files, and is answered with its changes", async () => {
  const seeded = await createSeeded({ "a.txt": "1\n2\n3\n", "b.txt": "b\n", "old/c.txt": "c\n" });
  const { owner, project, first } = seeded;
  const { status, body } = await postCommit(
    owner,
    project,
    [
      { action: "create", file_path: "docs/new.txt", content: "new\nfile\n" },
      { action: "update", file_path: "a.txt", content: "1\ntwo\n3\n" },
      { action: "delete", file_path: "b.txt" },
      { action: "move", file_path: "new/c.txt", previous_path: "old/c.txt" },
    ],
    { commit_message: "Change it all\n\nAt once." },
  );
  const person = { name: `Name of ${owner.username}`, email: `${owner.username}@example.com` };
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.stringMatching(/^[0-9a-f]{40}$/),
      short_id: body.id.slice(0, 8),
      title: "Change it all",
      message: "Change it all\n\nAt once.",
      author_name: person.name,
      author_email: person.email,
      committer_name: person.name,
      committer_email: person.email,
      created_at: time,
      authored_date: time,
      committed_date: time,
      parent_ids: [first],
      stats: { additions: 3, deletions: 2, total: 5 },
      status: null,
    },
  });
  using folder = await cloneSound(seeded);
  expect(await folder.git("rev-parse", "HEAD")).toBe(body.id);
  // Git itself, on the same files.
  const tree = await folder.git("rev-parse", "HEAD^{tree}");
  await folder.git("reset", "--quiet", "--hard", first);
  await folder.commit({
    "docs/new.txt": "new\nfile\n",
    "a.txt": "1\ntwo\n3\n",
    "b.txt": null,
    "old/c.txt": null,
    "new/c.txt": "c\n",
  });
  expect(await folder.git("rev-parse", "HEAD^{tree}")).toBe(tree);
});

test("each action sees the result of the earlier ones", async () => {
  const seeded = await createSeeded({ a: "a", "folder/b": "b" });
  const { owner, project } = seeded;
  const answer = await postCommit(owner, project, [
    { action: "delete", file_path: "folder/b" },
    { action: "create", file_path: "folder", content: "a file now" },
    { action: "move", file_path: "a/b/c", previous_path: "a" },
    { action: "update", file_path: "a/b/c", content: "deep" },
  ]);
  expect(answer).toMatchObject({ status: 201 });
  expect(await filesOf(seeded)).toEqual({ "100644 folder": "a file now", "100644 a/b/c": "deep" });
});

test("updating and moving keep the mode of a file", async () => {
  const owned = await createEmpty();
  using folder = await WorkingFolder.create(owned.owner, owned.project);
  folder.write({ "run.sh": "echo 1\n", "go.sh": "echo 2\n" });
  await folder.git("add", ".");
  await folder.git("update-index", "--chmod=+x", "run.sh", "go.sh");
  const link = (await folder.try(["hash-object", "-w", "--stdin"], { input: "run.sh" })).stdout.trim();
  await folder.git("update-index", "--add", "--cacheinfo", `120000,${link},link`);
  await folder.git("commit", "--quiet", "--message", "Begin");
  await folder.deliver();
  const answer = await postCommit(owned.owner, owned.project, [
    { action: "update", file_path: "run.sh", content: "echo one\n" },
    { action: "move", file_path: "bin/go", previous_path: "go.sh", content: "echo two\n" },
    { action: "update", file_path: "link", content: "bin/go" },
  ]);
  expect(answer).toMatchObject({ status: 201 });
  expect(await filesOf(owned)).toEqual({
    "100755 run.sh": "echo one\n",
    "100755 bin/go": "echo two\n",
    "120000 link": "bin/go",
  });
});

test("a submodule can be moved and deleted, but its content cannot be changed", async () => {
  const owned = await createEmpty();
  const { owner, project } = owned;
  using folder = await WorkingFolder.create(owner, project);
  const gitlink = (name: string) => `160000,${"1".repeat(40)},${name}`;
  await folder.git("update-index", "--add", "--cacheinfo", gitlink("one"), "--cacheinfo", gitlink("two"));
  await folder.git("commit", "--quiet", "--message", "Begin");
  await folder.deliver();
  for (const action of [
    { action: "update", file_path: "one", content: "x" },
    { action: "move", file_path: "three", previous_path: "one", content: "x" },
  ]) {
    expect(await postCommit(owner, project, [action])).toMatchObject({
      status: 400,
      body: { message: `File to be ${action.action}d \`one\` does not exist.` },
    });
  }
  const moved = [
    { action: "move", file_path: "lib/one", previous_path: "one" },
    { action: "delete", file_path: "two" },
  ];
  expect(await postCommit(owner, project, moved)).toMatchObject({ status: 201 });
  using clone = await cloneSound(owned);
  expect(await clone.git("ls-tree", "-r", "HEAD")).toBe(`160000 commit ${"1".repeat(40)}\tlib/one`);
});

test("line endings are stored as git stores them, and base64 content byte for byte", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  const bytes = "\u0000\r\n\u007f\r\n";
  const base64 = btoa(bytes);
  const answer = await postCommit(owner, project, [
    { action: "create", file_path: "text", content: "1\r\n2\r3\n" },
    { action: "create", file_path: "plain", content: "é\r\n", encoding: "text" },
    { action: "create", file_path: "binary", content: base64, encoding: "base64" },
    {
      action: "create",
      file_path: "broken",
      content: `${base64.slice(0, 4)}\n${base64.slice(4)}\n`,
      encoding: "base64",
    },
    { action: "create", file_path: "unpadded", content: "YQ", encoding: "base64" },
    { action: "create", file_path: "nul", content: "a\u0000b" },
    { action: "create", file_path: "number", content: 42 },
    { action: "create", file_path: "empty", content: "" },
  ]);
  expect(answer).toMatchObject({ status: 201 });
  expect(await filesOf(seeded)).toEqual({
    "100644 a": "a",
    "100644 text": "1\n2\r3\n",
    "100644 plain": "é\n",
    "100644 binary": bytes,
    "100644 broken": bytes,
    "100644 unpadded": "a",
    "100644 nul": "a\u0000b",
    "100644 number": "42",
    "100644 empty": "",
  });
});

test("a path with a leading slash is relative to the root", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  const answer = await postCommit(owner, project, [
    { action: "move", file_path: "/folder/b", previous_path: "/a" },
    { action: "create", file_path: "/c", content: "c" },
  ]);
  expect(answer).toMatchObject({ status: 201 });
  expect(await filesOf(seeded)).toEqual({ "100644 folder/b": "a", "100644 c": "c" });
});

test("deleting every file leaves an empty tree", async () => {
  const seeded = await createSeeded({ "a/b/c": "c", "a/d": "d" });
  const { owner, project } = seeded;
  const actions = ["a/b/c", "a/d"].map((file_path) => ({ action: "delete", file_path }));
  expect(await postCommit(owner, project, actions)).toMatchObject({ status: 201, body: { stats: { deletions: 2 } } });
  expect(await filesOf(seeded)).toEqual({});
});

test("a request without actions makes an empty commit", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project, first } = seeded;
  expect(await postCommit(owner, project, [])).toMatchObject({
    status: 201,
    body: { parent_ids: [first], stats: { additions: 0, deletions: 0, total: 0 } },
  });
  expect(await filesOf(seeded)).toEqual({ "100644 a": "a" });
});

test("the actions can be sent as a form", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  const form = new URLSearchParams([
    ["branch_name", "main"],
    ["commit_message", "From a form"],
    ["actions[][action]", "create"],
    ["actions[][file_path]", "b"],
    ["actions[][content]", "b"],
    ["actions[][action]", "delete"],
    ["actions[][file_path]", "a"],
  ]);
  const init = { method: "POST", headers: owner.headers, body: form };
  expect(await send(`/projects/${project.id}/repository/commits`, init)).toMatchObject({
    status: 201,
    body: { title: "From a form" },
  });
  expect(await filesOf(seeded)).toEqual({ "100644 b": "b" });
});

test.each([
  [
    { author_name: "Ann", author_email: "ann@example.org" },
    { author_name: "Ann", author_email: "ann@example.org" },
  ],
  [{ author_name: "Ann <x>\nEvil" }, { author_name: "Ann xEvil" }],
  [{ author_email: "ann@example.org" }, { author_email: "ann@example.org" }],
  [{ author_name: " ", author_email: "<>" }, {}],
  [{ author_name: null, author_email: null }, {}],
])("the author is the one in the request, or else the user: %j", async (attributes, author) => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  const [name, email] = [`Name of ${owner.username}`, `${owner.username}@example.com`];
  const answer = await postCommit(owner, project, [{ action: "delete", file_path: "a" }], attributes);
  const people = { author_name: name, author_email: email, ...author, committer_name: name, committer_email: email };
  expect(answer).toMatchObject({ status: 201, body: people });
  using folder = await cloneSound(seeded);
  expect(await folder.git("log", "-1", "--format=%an|%ae|%cn|%ce")).toBe(Object.values(people).join("|"));
});

test("an empty message is accepted", async () => {
  const { owner, project } = await createSeeded({ a: "a" });
  const answer = await postCommit(owner, project, [{ action: "delete", file_path: "a" }], { commit_message: "" });
  expect(answer).toMatchObject({ status: 201, body: { title: "--no commit message", message: "" } });
});

test("concurrent commits lose nothing", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project } = seeded;
  const names = Array.from({ length: 12 }, (_, index) => `file${index}`);
  const answers = await Promise.all(
    names.map((name) => postCommit(owner, project, [{ action: "create", file_path: name, content: name }])),
  );
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  using folder = await cloneSound(seeded);
  expect((await folder.git("ls-tree", "--name-only", "HEAD")).split("\n")).toEqual(["a", ...names].sort());
  const commits = (await folder.git("log", "--first-parent", "--format=%H")).split("\n");
  expect(new Set(commits.slice(0, -1))).toEqual(new Set(answers.map(({ body }) => body.id)));
});

test("a commit can go to a branch of any name, and leaves other branches alone", async () => {
  const seeded = await createSeeded({ a: "a" });
  const { owner, project, first } = seeded;
  const branch = "feature/ümlaut.x";
  await owner.post(`/projects/${project.id}/repository/branches`, { branch_name: branch, ref: "main" });
  const actions = [{ action: "update", file_path: "a", content: "b" }];
  const { status, body } = await postCommit(owner, project, actions, { branch_name: branch });
  expect({ status, tips: [await tipOf(seeded, branch), await tipOf(seeded)] }).toEqual({
    status: 201,
    tips: [body.id, first],
  });
});
