// GET /:namespace/:project/commits, /commits/:ref and /commits/:ref/*
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { Browser } from "../../support/browser.ts";
import { createProject } from "../../support/factories.ts";
import { History } from "../../support/history.ts";

/** 45 commits on main, one of which changes `docs/a & b.txt`, and `feature/x` at the first. */
async function createLong(attributes = {}) {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20, ...attributes });
  const history = new History();
  const first = history.commit({ "docs/a & b.txt": "1\n" }, "Begin <b>boldly</b>");
  let last = first;
  for (let number = 2; number <= 45; number++)
    last = history.commit({ "n.txt": `${number}\n` }, `Number ${number}`, last);
  history.setBranch("main", last);
  history.setBranch("feature/x", first);
  await history.push(owner, project);
  return { owner, project, path: `/${project.path_with_namespace}/commits` };
}

test("the history of the default branch is listed by day, newest first, with links to the commits", async () => {
  const { path } = await createLong();
  const page = await new Browser().open(path);
  expect({ status: page.status, path: page.path, text: page.text }).toEqual({
    status: 200,
    path: `${path}/main`,
    text: expect.stringMatching(
      /July 14, 2017 Number 45 A U Thor \d+ years ago [0-9a-f]{8} Number 44 .* Number 6 .* Page 1 Next/,
    ),
  });
});

test("the next page has the rest", async () => {
  const { path } = await createLong();
  const { text } = await new Browser().open(`${path}/main?page=2`);
  expect(text).toMatch(/Commits of main .* Number 5 .* Begin <b>boldly<\/b> .* Previous Page 2 API/);
});

test("a branch with a slash is one part of the path, and a title is text", async () => {
  const { path } = await createLong();
  const { status, html } = await new Browser().open(`${path}/feature%2Fx`);
  expect({ status, escaped: html.includes("Begin &lt;b&gt;boldly") }).toEqual({ status: 200, escaped: true });
});

test.each([
  ["feature/x", "feature%2Fx"],
  ["feature/x/docs/a%20%26%20b.txt", "feature%2Fx/docs/a%20%26%20b.txt"],
])("a branch with a slash may be typed as it is: %s", async (typed, shown) => {
  const { path } = await createLong();
  const page = await new Browser().open(`${path}/${typed}`);
  expect({ status: page.status, path: page.path }).toEqual({ status: 200, path: `${path}/${shown}` });
});

test("a revision that does not exist has no history", async () => {
  const { path } = await createLong();
  const browser = new Browser();
  const pages = await Promise.all(
    ["feature", "feature/y", "main/no.txt"].map((rest) => browser.open(`${path}/${rest}`)),
  );
  expect(pages.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test("a path has the commits that changed it", async () => {
  const { path } = await createLong();
  const { text } = await new Browser().open(`${path}/main/docs/a%20%26%20b.txt`);
  expect(text).toMatch(
    /Commits of main in docs\/a & b\.txt .* July 14, 2017 Begin <b>boldly<\/b> A U Thor \d+ years ago [0-9a-f]{8} API/,
  );
});

test("the form leads to the history of a revision", async () => {
  const { path } = await createLong();
  const page = await new Browser().open(`${path}?ref=feature%2Fx`);
  expect({ status: page.status, path: page.path }).toEqual({ status: 200, path: `${path}/feature%2Fx` });
});

test.each(["/nothing", "/main/nothing.txt", "/main/%F0%28", "/main...main"])(
  "there is no history of %s",
  async (rest) => {
    const { path } = await createLong();
    const page = await new Browser().open(path + rest);
    expect({ status: page.status, text: page.text.includes("Page not found") }).toEqual({ status: 404, text: true });
  },
);

test("an empty repository has none, which is no failure", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const { status, text } = await new Browser().open(`/${project.path_with_namespace}/commits`);
  expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining("no commits yet") });
});

test("it needs one round trip to the database and 30 KiB at most", async () => {
  const { owner, path } = await createLong();
  const { headers, html } = await (await Browser.signedIn(owner.token ?? "")).open(`${path}/main`);
  const zipped = new Response(new Blob([html]).stream().pipeThrough(new CompressionStream("gzip")));
  expect({
    roundTrips: /round-trips=(\d+)/.exec(headers.get("server-timing") ?? "")?.[1],
    isSmall: (await zipped.arrayBuffer()).byteLength < 30 * 1024,
  }).toEqual({ roundTrips: "1", isSmall: true });
});

test("a private project's history is not found by strangers", async () => {
  const { path } = await createLong({ visibility_level: 0 });
  const stranger = await Browser.signedIn((await createUser()).token ?? "");
  expect([(await new Browser().open(`${path}/main`)).status, (await stranger.open(`${path}/main`)).status]).toEqual([
    404, 404,
  ]);
});
