// Hook payloads of pushes.
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createProject } from "../../../support/factories.ts";
import { seedRepository, WorkingFolder } from "../../../support/git.ts";
import { History } from "../../../support/history.ts";
import { addHook, type Delivery, Receiver } from "./receiver.ts";

const nothing = "0".repeat(40);

async function createHooked() {
  const receiver = await Receiver.start();
  const owner = await createUser();
  const project = await createProject(owner);
  await addHook(owner, project, receiver.url, { tag_push_events: true });
  return { receiver, owner, project };
}

async function createPushed() {
  const hooked = await createHooked();
  return { ...hooked, folder: await WorkingFolder.create(hooked.owner, hooked.project) };
}

async function push(folder: WorkingFolder, ...args: string[]): Promise<void> {
  expect(await folder.push("origin", ...args)).toMatchObject({ code: 0 });
}

const idsOf = ({ body }: Delivery): string[] => body.commits.map(({ id }: { id: string }) => id);

/** Output of `git log`, oldest first. */
const log = async (folder: WorkingFolder, ...range: string[]): Promise<string[]> =>
  (await folder.git("log", "--reverse", "--format=%H", ...range)).split("\n");

test("a push is delivered with its commits, oldest first, and the files each of them changed", async () => {
  const { receiver, owner, project, folder } = await createPushed();
  await using _ = receiver;
  using __ = folder;
  const first = await folder.commit({ "a.txt": "a\n", "docs/ü b.txt": "b\n" }, "Begin");
  await push(folder, "main");
  const second = await folder.commit({ "a.txt": "aa\n", "docs/ü b.txt": null, "c.txt": "c\n" }, "Go on\n\nAnd on.");
  const third = await folder.commit({}, "Nothing new");
  await push(folder, "main");
  const [begun, gone] = await receiver.first(2);
  const home = `${baseUrl}/${project.path_with_namespace}`;
  const ssh = `git@127.0.0.1:${project.path_with_namespace}.git`;
  const author = { name: "A U Thor", email: "author@example.com" };
  expect(begun?.headers).toMatchObject({ "content-type": "application/json", "x-gitlab-event": "Push Hook" });
  expect(begun?.body).toMatchObject({
    before: nothing,
    after: first,
    commits: [{ id: first, added: ["a.txt", "docs/ü b.txt"], modified: [], removed: [] }],
    total_commits_count: 1,
  });
  expect(gone?.body).toEqual({
    object_kind: "push",
    event_name: "push",
    before: first,
    after: third,
    ref: "refs/heads/main",
    checkout_sha: third,
    message: null,
    user_id: owner.id,
    user_name: `Name of ${owner.username}`,
    user_username: owner.username,
    user_email: `${owner.username}@example.com`,
    user_avatar: null,
    project_id: project.id,
    project: expect.objectContaining({ name: project.name, default_branch: "main", web_url: home }),
    commits: [
      {
        id: second,
        message: "Go on\n\nAnd on.\n",
        title: "Go on",
        timestamp: "2017-07-14T02:41:00+00:00",
        url: `${home}/commit/${second}`,
        author,
        added: ["c.txt"],
        modified: ["a.txt"],
        removed: ["docs/ü b.txt"],
      },
      {
        id: third,
        message: "Nothing new\n",
        title: "Nothing new",
        timestamp: "2017-07-14T02:42:00+00:00",
        url: `${home}/commit/${third}`,
        author,
        added: [],
        modified: [],
        removed: [],
      },
    ],
    total_commits_count: 2,
    push_options: {},
    repository: {
      name: project.name,
      url: ssh,
      description: null,
      homepage: home,
      git_http_url: `${home}.git`,
      git_ssh_url: ssh,
      visibility_level: 0,
    },
  });
});

test("a push of many commits is delivered with the newest 20 and their total", async () => {
  const { receiver, owner, project } = await createHooked();
  await using _ = receiver;
  const history = new History();
  let tip = history.commit({ "n.txt": "1\n" }, "Number 1");
  const ids: string[] = [tip.oid];
  for (let number = 2; number <= 25; number += 1) {
    tip = history.commit({ "n.txt": `${number}\n` }, `Number ${number}`, tip);
    ids.push(tip.oid);
  }
  history.setBranch("main", tip);
  await history.push(owner, project);
  const delivery = await receiver.only();
  expect(idsOf(delivery)).toEqual(ids.slice(-20));
  expect(delivery.body.total_commits_count).toBe(25);
});

test("a new branch has the commits missing from the default branch; each ref of a push is one delivery", async () => {
  const { receiver, folder } = await createPushed();
  await using _ = receiver;
  using __ = folder;
  await folder.commit({ "a.txt": "a\n" });
  await push(folder, "main");
  await folder.git("checkout", "-q", "-b", "feature/one");
  await folder.commit({ "b.txt": "b\n" });
  const tip = await folder.commit({ "c.txt": "c\n" });
  await folder.git("branch", "empty", "main");
  await push(folder, "feature/one", "empty");
  const [, ...pushes] = await receiver.first(3);
  const byRef = new Map(pushes.map((delivery) => [delivery.body.ref, delivery]));
  expect([...byRef.keys()].sort()).toEqual(["refs/heads/empty", "refs/heads/feature/one"]);
  const feature = byRef.get("refs/heads/feature/one");
  expect(feature?.body).toMatchObject({ before: nothing, after: tip, total_commits_count: 2 });
  expect(feature && idsOf(feature)).toEqual(await log(folder, "main..feature/one"));
  expect(byRef.get("refs/heads/empty")?.body).toMatchObject({ commits: [], total_commits_count: 0 });
});

test("a forced push has the new commits, a merge those of both sides, a deleted branch none", async () => {
  const { receiver, folder } = await createPushed();
  await using _ = receiver;
  using __ = folder;
  await folder.commit({ "a.txt": "a\n" });
  await push(folder, "main");
  await folder.git("checkout", "-q", "-b", "side");
  const old = await folder.commit({ "b.txt": "b\n" }, "Old");
  await push(folder, "side");
  await folder.git("reset", "-q", "--hard", "main");
  const rewritten = await folder.commit({ "b.txt": "bb\n" }, "New");
  await push(folder, "--force", "side");
  await folder.git("checkout", "-q", "main");
  await folder.commit({ "m.txt": "m\n" });
  await folder.git("merge", "-q", "--no-ff", "-m", "Merge", "side");
  await push(folder, "main");
  await push(folder, "--delete", "side");
  const [, , forced, merged, deleted] = await receiver.first(5);
  expect(forced?.body).toMatchObject({ before: old, after: rewritten, commits: [{ id: rewritten, added: ["b.txt"] }] });
  expect(merged && idsOf(merged)).toEqual(await log(folder, "main~2..main"));
  expect(merged?.body.commits.at(-1)).toMatchObject({
    message: "Merge\n",
    added: ["b.txt"],
    modified: [],
    removed: [],
  });
  expect(deleted?.body).toMatchObject({
    ref: "refs/heads/side",
    before: rewritten,
    after: nothing,
    checkout_sha: null,
    commits: [],
    total_commits_count: 0,
  });
});

test("a tag is delivered with its target commit and its message", async () => {
  const { receiver, folder } = await createPushed();
  await using _ = receiver;
  using __ = folder;
  const commit = await folder.commit({ "a.txt": "a\n" });
  await push(folder, "main");
  await folder.git("tag", "-a", "v1.0", "-m", "The first");
  const tag = await folder.git("rev-parse", "v1.0");
  await push(folder, "v1.0");
  await folder.git("tag", "light");
  await push(folder, "light");
  await push(folder, "--delete", "v1.0");
  const [, annotated, light, deleted] = await receiver.first(4);
  expect(annotated?.headers["x-gitlab-event"]).toBe("Tag Push Hook");
  expect(annotated?.body).toMatchObject({
    object_kind: "tag_push",
    event_name: "tag_push",
    ref: "refs/tags/v1.0",
    before: nothing,
    after: tag,
    checkout_sha: commit,
    message: "The first",
    commits: [{ id: commit }],
    total_commits_count: 1,
  });
  expect(light?.body).toMatchObject({ ref: "refs/tags/light", after: commit, checkout_sha: commit, message: null });
  expect(deleted?.body).toMatchObject({ ref: "refs/tags/v1.0", after: nothing, checkout_sha: null, commits: [] });
});

test("hooks get pushes of branches, tags or both by their settings", async () => {
  const { receiver: both, owner, project, folder } = await createPushed();
  await using _ = both;
  using __ = folder;
  await using branches = await Receiver.start();
  await using tags = await Receiver.start();
  await addHook(owner, project, branches.url, {});
  await addHook(owner, project, tags.url, { push_events: false, tag_push_events: true });
  await folder.commit({ "a.txt": "a\n" });
  await folder.git("tag", "v1");
  await push(folder, "main", "v1");
  await both.first(2);
  expect((await branches.only()).body.ref).toBe("refs/heads/main");
  expect((await tags.only()).body.ref).toBe("refs/tags/v1");
});

test("a commit through the API is delivered as a push", async () => {
  const { receiver, owner, project } = await createHooked();
  await using _ = receiver;
  await seedRepository(owner, project, { "a.txt": "a\n" });
  await ok(
    owner.post(`/projects/${project.id}/repository/files`, {
      file_path: "b.txt",
      branch_name: "main",
      content: "b\n",
      commit_message: "By hand",
    }),
  );
  const [, delivery] = await receiver.first(2);
  expect(delivery?.body).toMatchObject({
    ref: "refs/heads/main",
    user_id: owner.id,
    commits: [{ message: "By hand", added: ["b.txt"] }],
  });
});
