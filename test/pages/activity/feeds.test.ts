// /:namespace/:project.atom, /groups/:group.atom and /:username.atom
import { expect, test } from "vitest";
import { createUser, ok, root, unique } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { parseFeed, readFeed } from "../../support/atom.ts";
import { joinProject } from "../../support/belonging.ts";
import { createGroup, createIssue, createProject } from "../../support/factories.ts";
import { browserOf, roundTripsOf, tokenOf } from "../../support/pages.ts";

test("the feed of a project is Atom with all that RFC 4287 requires", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const { iid } = await createIssue(owner, project, { title: "Weed the beds" });
  const { status, headers, text } = await readFeed(`/${project.path_with_namespace}.atom`, owner.token ?? "");
  const [newest] = await ok(owner.get(`/projects/${project.id}/events`));
  const feed = parseFeed(text);
  const home = `${baseUrl}/${project.path_with_namespace}`;
  expect({ status, type: headers.get("content-type"), cache: headers.get("cache-control") }).toEqual({
    status: 200,
    type: "application/atom+xml; charset=utf-8",
    cache: "private, no-cache",
  });
  expect(feed).toMatchObject({
    title: project.path_with_namespace,
    updated: newest.created_at,
    links: { self: `${home}.atom`, alternate: home },
  });
  expect(feed.entries[0]).toMatchObject({
    id: expect.stringMatching(new RegExp(`:event/${newest.id}$`)),
    title: `Name of ${owner.username} opened issue #${iid} Weed the beds at ${project.path_with_namespace}`,
    updated: newest.created_at,
    links: { alternate: `${home}/issues/${iid}` },
    author: { name: `Name of ${owner.username}`, uri: `${baseUrl}/${owner.username}` },
  });
});

test("an id stays when the record changes, the path of its project too", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project, { title: "Before" });
  const ids = async (path: string) => {
    const { id, entries } = parseFeed((await readFeed(`/${owner.username}/${path}.atom`, owner.token ?? "")).text);
    return [id, ...entries.map((entry) => entry.id)];
  };
  const before = await ids(project.path);
  await ok(owner.put(`/projects/${project.id}/issues/${issue.id}`, { title: "After" }));
  const path = unique("moved");
  await ok(owner.put(`/projects/${project.id}`, { path }));
  expect(await ids(path)).toEqual(before);
});

test.each([
  ["markup", "<script>alert(1)</script> & ]]> \"'", "<script>alert(1)</script> & ]]> \"'"],
  ["what XML does not have", "a\u0001b\u001fc\ufffed", "a\ufffdb\ufffdc\ufffdd"],
  ["characters outside the first plane", "beans \u{1fad8}", "beans \u{1fad8}"],
])("a title with %s keeps the feed well-formed", async (_, title, shown) => {
  const owner = await createUser();
  const project = await createProject(owner);
  await createIssue(owner, project, { title });
  const { text } = await readFeed(`/${project.path_with_namespace}.atom`, owner.token ?? "");
  expect(parseFeed(text).entries[0]?.title).toContain(` ${shown} at `);
});

test("a group and a user have feeds", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const title = unique("issue");
  await createIssue(owner, project, { title });
  const feeds = await Promise.all(
    [`/groups/${group.path}.atom`, `/${owner.username}.atom`].map((path) => readFeed(path, owner.token ?? "")),
  );
  const parsed = feeds.map(({ text }) => parseFeed(text));
  expect(parsed.map(({ title: name, links, entries }) => [name, links.alternate, entries[0]?.title])).toEqual([
    [group.name, `${baseUrl}/groups/${group.path}`, expect.stringContaining(title)],
    [`Name of ${owner.username}`, `${baseUrl}/${owner.username}`, expect.stringContaining(title)],
  ]);
});

test("each reader gets what they may see: no confidential issue as a guest, no private project as a stranger", async () => {
  const [owner, guest, stranger] = [await createUser(), await createUser(), await createUser()];
  const group = await createGroup(owner, { visibility_level: 20 });
  const open = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const hidden = await createProject(owner, { namespace_id: group.id });
  await joinProject(owner, hidden, guest, "guest");
  const titles = ["open", "secret", "hidden", "hidden secret"].map(unique);
  for (const [at, title] of titles.entries()) {
    const project = at < 2 ? open : hidden;
    const issue = await createIssue(owner, project, { title, confidential: at % 2 === 1 });
    await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: `about ${title}` }));
  }
  const paths = [`/${open.path_with_namespace}.atom`, `/groups/${group.path}.atom`, `/${owner.username}.atom`];
  const seenBy = async (token: string | null) => {
    const feeds = await Promise.all(paths.map((path) => readFeed(path, token ?? "")));
    return feeds.map(({ text }) => titles.map((title) => (text.includes(title) ? 1 : 0)).join(""));
  };
  expect({
    owner: await seenBy(owner.token),
    guest: await seenBy(guest.token),
    stranger: await seenBy(stranger.token),
    administrator: await seenBy(root.token),
  }).toEqual({
    owner: ["1100", "1111", "1111"],
    guest: ["1000", "1010", "1010"],
    stranger: ["1000", "1000", "1000"],
    administrator: ["1100", "1111", "1111"],
  });
});

test("a token of scope read_user reads feeds", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const token = await tokenOf(owner, ["read_user"]);
  const { status, text } = await readFeed(`/${project.path_with_namespace}.atom`, token);
  expect({ status, entries: parseFeed(text).entries.length }).toEqual({ status: 200, entries: 1 });
});

test("the address of the feed inside it has no token", async () => {
  const owner = await createUser();
  const { text } = await readFeed(`/${owner.username}.atom`, owner.token ?? "");
  expect(text).not.toContain(owner.token);
});

test.each([
  ["no token", undefined],
  ["an invented token", `trb_${"0".repeat(36)}`],
  ["a text", "let me in"],
])("%s is answered with 401, for a public project too, as by the API", async (_, token) => {
  const owner = await createUser();
  const group = await createGroup(owner, { visibility_level: 20 });
  const project = await createProject(owner, { namespace_id: group.id, visibility_level: 20 });
  const paths = [project.path_with_namespace, `groups/${group.path}`, owner.username, unique("nobody")];
  const answers = await Promise.all(paths.map((path) => readFeed(`/${path}.atom`, token)));
  expect(answers.map(({ status, text }) => [status, text])).toEqual(paths.map(() => [401, "401 Unauthorized\n"]));
});

test("the feed of what is invisible is answered like that of what does not exist", async () => {
  const owner = await createUser();
  const group = await createGroup(owner, { visibility_level: 0 });
  const project = await createProject(owner, { namespace_id: group.id });
  const token = (await createUser()).token ?? "";
  const paths = [
    project.path_with_namespace,
    `${group.path}/nothing`,
    `groups/${group.path}`,
    "groups/nothing",
    group.path,
  ];
  const answers = await Promise.all(paths.map((path) => readFeed(`/${path}.atom`, token)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 404));
  expect(new Set(answers.map(({ text }) => text.replaceAll(/(value|return_to)=[^"]*"[^"]*"/g, ""))).size).toBe(1);
});

test("a session reads a feed in one round trip", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const feed = await (await browserOf(owner)).open(`/${project.path_with_namespace}.atom`);
  expect({ status: feed.status, roundTrips: roundTripsOf(feed) }).toEqual({ status: 200, roundTrips: 1 });
});

test("an unchanged feed is not sent again, a changed one is", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const path = `/${project.path_with_namespace}.atom`;
  const { headers } = await readFeed(path, owner.token ?? "");
  const known = { "if-none-match": headers.get("etag") ?? "" };
  const same = await readFeed(path, owner.token ?? "", known);
  await createIssue(owner, project);
  const changed = await readFeed(path, owner.token ?? "", known);
  expect([same.status, same.text, changed.status]).toEqual([304, "", 200]);
});

test("the pages of a project, of a group and of a user name their feeds", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  const browser = await browserOf(owner);
  const at = `/${project.path_with_namespace}`;
  const feedOf = async (path: string) =>
    /<link rel="alternate" type="application\/atom\+xml" href="([^"]*)"/.exec((await browser.open(path)).html)?.[1];
  expect([
    await feedOf(`${at}/project_members`),
    await feedOf(`/groups/${group.path}`),
    await feedOf(`/groups/${group.path}/activity`),
    await feedOf(`/${owner.username}`),
  ]).toEqual([`${at}.atom`, `/groups/${group.path}.atom`, `/groups/${group.path}.atom`, `/${owner.username}.atom`]);
});
