// GET /:namespace/:project/merge_requests/:iid/diffs and .../commits
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { WorkingFolder } from "../../support/git.ts";
import { createMergeRequest, createProposing } from "../../support/merge-requests.ts";

/** A merge request with two versions: the second adds `more.txt`. */
async function createProposed(attributes = {}) {
  const proposing = await createProposing({ visibility_level: 20, ...attributes });
  const { owner, project, path } = proposing;
  const { id, iid } = await createMergeRequest(owner, project, { title: "Add <b>it</b>" });
  using folder = await WorkingFolder.copy(owner, project, { branch: "feature" });
  await folder.commit({ "more.txt": "more\n" }, "Write more");
  await folder.deliver();
  const versions: { id: number }[] = await ok(owner.get(`${path}/${id}/versions`));
  return { ...proposing, id, page: `/${project.path_with_namespace}/merge_requests/${iid}`, versions };
}

const openAs = async (user: Actor, path: string) => (await Browser.signedIn(user.token ?? "")).open(path);

const roundTrips = (headers: Headers) => /round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1];

test("the changes are those of the newest version, below the merge request's title and tabs", async () => {
  const { owner, page } = await createProposed();
  const { status, text, html } = await openAs(owner, `${page}/diffs`);
  expect({ status, text, current: /<a href="([^"]*)" aria-current="page">Changes/.exec(html)?.[1] }).toEqual({
    status: 200,
    text: expect.stringMatching(
      /Add <b>it<\/b> !1 Opened .* proposed it just now feature into main Discussion Commits Changes Version .* 2 changed files with 2 additions/,
    ),
    current: `${page}/diffs`,
  });
});

test("an older version is chosen by its id", async () => {
  const { owner, page, versions } = await createProposed();
  const id = versions[1]?.id;
  const { status, text, html } = await openAs(owner, `${page}/diffs?version=${id}&view=parallel`);
  expect({ status, text, selected: /<option value="(\d+)" selected/.exec(html)?.[1] }).toEqual({
    status: 200,
    text: expect.stringContaining("1 changed file with 1 addition"),
    selected: String(id),
  });
});

test("the commits of the newest version are listed", async () => {
  const { owner, page } = await createProposed();
  const { status, text } = await openAs(owner, `${page}/commits`);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringMatching(/Write more .* Write feature/) });
});

test("each page needs one round trip to the database", async () => {
  const { owner, page, versions } = await createProposed();
  const paths = [`${page}/diffs`, `${page}/diffs?version=${versions[1]?.id}`, `${page}/commits`];
  const browser = await Browser.signedIn(owner.token ?? "");
  const observed = [];
  for (const path of paths) observed.push(roundTrips((await browser.open(path)).headers));
  expect(observed).toEqual(["1", "1", "1"]);
});

test.each(["/diffs?version=999999999", "/diffs?expanded=nothing.txt", "0/diffs", "x/commits"])(
  "there is no page at %s",
  async (rest) => {
    const { owner, page } = await createProposed();
    const { status, text } = await openAs(owner, page + rest);
    expect({ status, text: text.includes("Page not found") }).toEqual({ status: 404, text: true });
  },
);

test("strangers do not find those of a private project, and the anonymous have to sign in", async () => {
  const { page } = await createProposed({ visibility_level: 0 });
  const open = await createProposed();
  const anonymous = await new Browser().open(`${open.page}/diffs`);
  expect({
    stranger: (await openAs(await createUser(), `${page}/diffs`)).status,
    anonymous: anonymous.path,
  }).toEqual({ stranger: 404, anonymous: expect.stringContaining("/-/sign_in?return_to=") });
});
