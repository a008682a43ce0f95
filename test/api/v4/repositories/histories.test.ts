// What API v4 answers about the history of a repository: picks, reverts, merge bases, refs, blame, contributors, blobs
import { describe, expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { server } from "../../../support/server.ts";
import { v4 } from "../../../support/v4.ts";

async function setUp(attributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, attributes);
  const folder = await WorkingFolder.create(owner, project);
  const first = await folder.commit({ "a.txt": "one\ntwo\nthree\n" }, "First");
  await folder.git("branch", "old");
  const second = await folder.commit({ "a.txt": "one\n2\nthree\n" }, "Second\n\nIn short.");
  await folder.deliver("main", "old");
  return { owner, project, folder, first, second, path: v4(`/projects/${project.id}/repository`) };
}

const contentOf = async (owner: Actor, path: string, ref: string) =>
  (await owner.get(`${path}/files/a.txt/raw`, { ref })).text;

describe("a cherry-pick", () => {
  test("commits the change to a branch, with its message or another", async () => {
    const { owner, folder: made, second, path } = await setUp();
    using _ = made;
    const picked = await owner.post(`${path}/commits/${second}/cherry_pick`, { branch: "old" });
    expect([picked.status, picked.body]).toMatchObject([
      201,
      {
        title: "Second",
        message: expect.stringContaining(`In short.\n\n\n(cherry picked from commit ${second})`),
        trailers: {},
      },
    ]);
    expect(await contentOf(owner, path, "old")).toBe("one\n2\nthree\n");
  });

  test("takes a message", async () => {
    const { owner, folder: made, second, path } = await setUp();
    using _ = made;
    const picked = await ok(owner.post(`${path}/commits/${second}/cherry_pick`, { branch: "old", message: "Mine" }));
    expect(picked.message).toBe("Mine");
  });

  test("that is a dry run commits nothing", async () => {
    const { owner, folder: made, first, second, path } = await setUp();
    using _ = made;
    const dry = await owner.post(`${path}/commits/${second}/cherry_pick`, { branch: "old", dry_run: true });
    expect([dry.status, dry.body]).toEqual([200, { dry_run: "success" }]);
    expect((await owner.get(`${path}/branches/old`)).body.commit.id).toBe(first);
  });

  test("of what the branch has is empty", async () => {
    const { owner, folder: made, second, path } = await setUp();
    using _ = made;
    const refused = await owner.post(`${path}/commits/${second}/cherry_pick`, { branch: "main", dry_run: true });
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: expect.stringContaining("cannot cherry-pick this commit"), error_code: "empty" },
    ]);
  });

  test("of an unknown commit or to an unknown branch is 404", async () => {
    const { owner, folder: made, second, path } = await setUp();
    using _ = made;
    const answers = [
      await owner.post(`${path}/commits/none/cherry_pick`, { branch: "old" }),
      await owner.post(`${path}/commits/${second}/cherry_pick`, { branch: "none" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, "404 Commit Not Found"],
      [404, "404 Branch Not Found"],
    ]);
  });
});

describe("a revert", () => {
  test("takes the change back, with git's message and the caller as author", async () => {
    const { owner, folder: made, second, path } = await setUp();
    using _ = made;
    const reverted = await owner.post(`${path}/commits/${second}/revert`, { branch: "main" });
    expect([reverted.status, reverted.body]).toMatchObject([
      201,
      {
        message: `Revert "Second"\n\nThis reverts commit ${second}.`,
        author_name: reverted.body.committer_name,
        parent_ids: [second],
      },
    ]);
    expect(await contentOf(owner, path, "main")).toBe("one\ntwo\nthree\n");
  });

  test("of the first commit removes its files", async () => {
    const { owner, folder: made, first, path } = await setUp();
    using _ = made;
    await ok(owner.post(`${path}/commits/${first}/revert`, { branch: "old" }));
    expect((await owner.get(`${path}/files/a.txt`, { ref: "old" })).status).toBe(404);
  });

  test("of what was changed since is a conflict", async () => {
    const { owner, folder: made, first, path } = await setUp();
    using _ = made;
    const refused = await owner.post(`${path}/commits/${first}/revert`, { branch: "main" });
    expect([refused.status, refused.body]).toEqual([
      400,
      { message: expect.stringContaining("cannot revert this commit"), error_code: "conflict" },
    ]);
  });

  test("needs the right to push to the branch", async () => {
    const { owner, project, folder: made, second, path } = await setUp();
    using _ = made;
    const [reporter, developer] = [await createUser(), await createUser()];
    await joinProject(owner, project, reporter, "reporter");
    await joinProject(owner, project, developer, "developer");
    const answers = [
      await reporter.post(`${path}/commits/${second}/revert`, { branch: "main" }),
      await developer.post(`${path}/commits/${second}/revert`, { branch: "main", dry_run: true }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [403, "403 Forbidden"],
      [400, "You are not allowed to push into this branch"],
    ]);
  });
});

test("the merge base of refs is that of git", async () => {
  const { owner, folder: made, first, path } = await setUp();
  using folder = made;
  await folder.git("checkout", "--quiet", "-b", "other", first);
  await folder.commit({ "b.txt": "b\n" });
  await folder.git("checkout", "--quiet", "--orphan", "apart");
  await folder.commit({ "c.txt": "c\n" });
  await folder.deliver("other", "apart");
  const base = (...refs: string[]) => owner.get(`${path}/merge_base`, { refs });
  expect((await base("main", "other")).body).toMatchObject({ id: first, title: "First" });
  expect((await base("main", "other", "old")).body.id).toBe(await folder.git("merge-base", "main", "other", "old"));
  const given = [["main"], ["main", "x"], ["main", "x", "y"], ["main", "apart"]];
  const refusals = await Promise.all(given.map((refs) => base(...refs)));
  expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([
    [400, "Provide at least 2 refs"],
    [400, "Could not find ref: x"],
    [400, "Could not find refs: x, y"],
    [404, "404 Merge Base Not Found"],
  ]);
});

test("the refs of a commit are the branches and tags that contain it", async () => {
  const { owner, folder: made, first, second, path } = await setUp();
  using folder = made;
  await folder.git("tag", "-a", "-m", "One", "v1", first);
  await folder.git("checkout", "--quiet", "-b", "side", first);
  await folder.commit({ "b.txt": "b\n" });
  await folder.git("merge", "--quiet", "--no-edit", "main");
  await folder.deliver("side", "v1");
  const refs = async (sha: string, query = {}) => (await owner.get(`${path}/commits/${sha}/refs`, query)).body;
  const branch = (name: string) => ({ type: "branch", name });
  expect(await refs(first)).toEqual([branch("main"), branch("old"), branch("side"), { type: "tag", name: "v1" }]);
  expect(await refs(second)).toEqual([branch("main"), branch("side")]);
  expect(await refs(first, { type: "tag" })).toEqual([{ type: "tag", name: "v1" }]);
  const page = await owner.get(`${path}/commits/${first}/refs`, { per_page: 2, page: 2 });
  expect([page.headers.get("x-total"), page.body.length]).toEqual(["4", 2]);
  expect((await owner.get(`${path}/commits/none/refs`)).status).toBe(404);
});

test("comments are shared with v3", async () => {
  const { owner, project, folder: made, second, path } = await setUp();
  using _ = made;
  const note = { note: "Well.", path: "a.txt", line: 2, line_type: "new" };
  const created = await owner.post(`${path}/commits/${second}/comments`, note);
  expect([created.status, created.body]).toMatchObject([201, { ...note, author: { username: owner.username } }]);
  const listed = await owner.get(`${path}/commits/${second}/comments`);
  expect([listed.body, listed.headers.get("x-total")]).toEqual([[created.body], "1"]);
  const old = await owner.get(`/projects/${project.id}/repository/commits/${second}/comments`);
  expect(old.body).toMatchObject([note]);
});

describe("the blame", () => {
  test("groups the lines of a file by their commits", async () => {
    const { owner, folder: made, first, second, path } = await setUp();
    using _ = made;
    const { status, body } = await owner.get(`${path}/files/a%2Etxt/blame`, { ref: "main" });
    expect([
      status,
      body.map(({ commit, lines }: { commit: { id: string }; lines: string[] }) => [commit.id, lines]),
    ]).toEqual([
      200,
      [
        [first, ["one"]],
        [second, ["2"]],
        [first, ["three"]],
      ],
    ]);
    expect(body[1].commit).toMatchObject({ title: "Second", web_url: expect.stringContaining(second) });
  });

  test("is that of git, through merges and renames", async () => {
    const { owner, folder: made, path } = await setUp();
    using folder = made;
    const lines = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `line ${from + at}\n`).join("");
    await folder.commit({ "d/x.txt": lines(0, 40) });
    await folder.git("checkout", "--quiet", "-b", "side");
    await folder.commit({ "d/x.txt": `${lines(0, 10)}side\n${lines(10, 40)}` });
    await folder.git("checkout", "--quiet", "main");
    await folder.commit({ "d/x.txt": `${lines(0, 30)}${lines(32, 40)}main\n` });
    await folder.git("merge", "--quiet", "--no-edit", "side");
    await folder.git("mv", "d/x.txt", "y.txt");
    await folder.commit();
    await folder.commit({ "y.txt": `top\n${lines(0, 10)}side\n${lines(10, 30)}${lines(32, 40)}main` });
    await folder.deliver("main");
    const porcelain = await folder.git("blame", "--line-porcelain", "y.txt");
    const wanted = [...porcelain.matchAll(/^([0-9a-f]{40}) \d+ \d+/gm)].map(([, oid]) => oid);
    const { body } = await owner.get(`${path}/files/y.txt/blame`);
    const found = body.flatMap(({ commit, lines }: { commit: { id: string }; lines: string[] }) =>
      lines.map(() => commit.id),
    );
    expect(found).toEqual(wanted);
    expect(new Set(found).size).toBe(3);
  });

  test("of an unknown file or revision is 404", async () => {
    const { owner, folder: made, path } = await setUp();
    using _ = made;
    const answers = [
      await owner.get(`${path}/files/none/blame`),
      await owner.get(`${path}/files/a.txt/blame`, { ref: "none" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [404, "404 File Not Found"],
      [404, "404 Commit Not Found"],
    ]);
  });
});

test("contributors are sorted as wanted, with pages", async () => {
  const { owner, folder: made, path } = await setUp();
  using folder = made;
  await folder.git("-c", "user.name=Zoe", "-c", "user.email=zoe@example.com", "commit", "--allow-empty", "-qm", "Z");
  await folder.deliver("main");
  const commits = async (query: object) =>
    (await ok(owner.get(`${path}/contributors`, { ...query }))).map((one: { commits: number }) => one.commits);
  expect(await commits({})).toEqual([1, 2]);
  expect(await commits({ sort: "desc" })).toEqual([2, 1]);
  expect(await commits({ order_by: "name", sort: "desc" })).toEqual([1, 2]);
  expect(await commits({ order_by: "email" })).toEqual([2, 1]);
  expect(await commits({ ref: "old" })).toEqual([1]);
  const page = await owner.get(`${path}/contributors`, { per_page: 1 });
  expect([page.headers.get("x-total"), page.body]).toEqual([
    "2",
    [{ name: "Zoe", email: "zoe@example.com", commits: 1, additions: 0, deletions: 0 }],
  ]);
});

test("blobs are shown by their ids, as JSON and as bytes", async () => {
  const { owner, folder: made, path } = await setUp();
  using folder = made;
  const sha = await folder.git("rev-parse", "main:a.txt");
  expect((await owner.get(`${path}/blobs/${sha}`)).body).toEqual({
    size: 12,
    encoding: "base64",
    content: btoa("one\n2\nthree\n"),
    sha,
  });
  const raw = await owner.get(`${path}/blobs/${sha}/raw`);
  expect([raw.text, raw.headers.get("content-type")]).toEqual(["one\n2\nthree\n", "text/plain"]);
  expect((await owner.get(`${path}/blobs/${"0".repeat(40)}`)).body).toEqual({ message: "404 Blob Not Found" });
});

test("an archive has all files, or those of a folder", async () => {
  const { owner, folder: made, path } = await setUp();
  using folder = made;
  await folder.commit({ "docs/b.txt": "b\n" });
  await folder.deliver("main");
  const namesIn = async (query: string) => {
    const response = await server.fetch(`${path}/archive.tar${query}`, { headers: owner.headers });
    const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
    return [response.status, text.includes("a.txt\0"), text.includes("/docs/b.txt\0")];
  };
  expect(await namesIn("")).toEqual([200, true, true]);
  expect(await namesIn("?path=docs&sha=main")).toEqual([200, false, true]);
  expect(await namesIn("?path=none")).toEqual([404, false, false]);
});

test("merged branches are deleted with 202", async () => {
  const { owner, folder: made, path } = await setUp();
  using _ = made;
  const deleted = await owner.delete(`${path}/merged_branches`);
  expect([deleted.status, deleted.body]).toEqual([202, { message: "202 Accepted" }]);
  expect((await owner.get(`${path}/branches`)).body.map(({ name }: { name: string }) => name)).toEqual(["main"]);
});
