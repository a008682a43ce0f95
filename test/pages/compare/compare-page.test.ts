// GET /:namespace/:project/compare and /compare/:from...:to
import { expect, test } from "vitest";
import { type Actor, createUser } from "../../support/actors.ts";
import { joinProject } from "../../support/belonging.ts";
import { Browser } from "../../support/browser.ts";
import { createProject } from "../../support/factories.ts";
import { History } from "../../support/history.ts";

/** `feature/x` is two commits ahead of `main`. */
async function createDiverged(attributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20, ...attributes });
  const history = new History();
  const main = history.commit({ "a.txt": "1\n" }, "Begin");
  const one = history.commit({ "a.txt": "2\n" }, "Second", main);
  history.setBranch("main", main);
  history.setBranch("same", main);
  history.setBranch("feature/x", history.commit({ "b.txt": "1\n" }, "Third", one));
  await history.push(owner, project);
  return { owner, project, path: `/${project.path_with_namespace}/compare` };
}

const openAs = async (user: Actor, path: string) => (await Browser.signedIn(user.token ?? "")).open(path);

test("the form leads to the comparison, whose commits are newest first and whose changes follow", async () => {
  const { path } = await createDiverged();
  const page = await new Browser().open(`${path}?from=main&to=feature%2Fx`);
  expect({ status: page.status, path: page.path, text: page.text }).toEqual({
    status: 200,
    path: `${path}/main...feature%2Fx`,
    text: expect.stringMatching(
      /2 commits July 14, 2017 Third .* Second .* 2 changed files with 2 additions and 1 deletion/,
    ),
  });
});

test("branches with slashes may be typed as they are", async () => {
  const { path } = await createDiverged();
  const { status, text } = await new Browser().open(`${path}/main...feature/x`);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining("Compare main with feature/x") });
});

test("the form begins at the default branch", async () => {
  const { path } = await createDiverged();
  expect((await new Browser().open(path)).html).toContain('name="from" value="main"');
});

test("it needs one round trip to the database", async () => {
  const { owner, path } = await createDiverged();
  const { headers } = await openAs(owner, `${path}/main...feature%2Fx`);
  expect(/round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1]).toBe("1");
});

const proposal =
  "/merge_requests/new?merge_request%5Bsource_branch%5D=feature%2Fx&amp;merge_request%5Btarget_branch%5D=main";

test("developers may propose a branch for another, and nobody a commit", async () => {
  const { owner, project, path } = await createDiverged();
  const [developer, reporter] = await Promise.all([createUser(), createUser()]);
  await joinProject(owner, project, developer, "developer");
  await joinProject(owner, project, reporter, "reporter");
  const offers = async (user: Actor, range: string) => (await openAs(user, `${path}/${range}`)).html.includes(proposal);
  expect({
    developer: await offers(developer, "main...feature%2Fx"),
    reporter: await offers(reporter, "main...feature%2Fx"),
    ofCommit: await offers(developer, "main~0...feature%2Fx"),
  }).toEqual({ developer: true, reporter: false, ofCommit: false });
});

test.each([
  ["main...same", "Both are the same commit."],
  ["feature%2Fx...main", "feature/x has all commits of main."],
])("%s says why it is empty", async (range, said) => {
  const { path } = await createDiverged();
  const { status, text } = await new Browser().open(`${path}/${range}`);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining(said) });
});

test.each(["main...nothing", "nothing...main", "main..feature%2Fx", "main...", "...main", "a...b...c", "main"])(
  "there is no comparison %s",
  async (range) => {
    const { path } = await createDiverged();
    const page = await new Browser().open(`${path}/${range}`);
    expect({ status: page.status, text: page.text.includes("Page not found") }).toEqual({ status: 404, text: true });
  },
);

test("names of revisions are text", async () => {
  const { path } = await createDiverged();
  const { html } = await new Browser().open(`${path}?from=%22%3E%3Cscript%3E`);
  expect({ raw: html.includes("<script>"), escaped: html.includes("&quot;&gt;&lt;script&gt;") }).toEqual({
    raw: false,
    escaped: true,
  });
});

test("a private project is not found by strangers", async () => {
  const { path } = await createDiverged({ visibility_level: 0 });
  const stranger = await createUser();
  const range = "main...feature%2Fx";
  expect({
    anonymous: (await new Browser().open(`${path}/${range}`)).status,
    stranger: (await openAs(stranger, `${path}/${range}`)).status,
    form: (await openAs(stranger, path)).status,
  }).toEqual({ anonymous: 404, stranger: 404, form: 404 });
});
