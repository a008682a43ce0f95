// GET /projects/:id/repository/commits: the log in pages.
import { expect, test } from "vitest";
import { createUser } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { WorkingFolder } from "../../../support/git.ts";

/** Five commits a minute apart; the third is on a branch of its own, merged by the last. */
async function createHistory() {
  const owner = await createUser();
  const project = await createProject(owner);
  using folder = await WorkingFolder.create(owner, project);
  const first = await folder.commit({ "src/a.ts": "1\n" }, "Add a");
  const second = await folder.commit({ "b.md": "1\n" }, "Add b");
  await folder.git("checkout", "--quiet", "-b", "feature/c");
  const third = await folder.commit({ "c.md": "1\n" }, "Add c\n\nWith a body.");
  await folder.git("checkout", "--quiet", "main");
  const fourth = await folder.commit({ "src/a.ts": "2\n" }, "Change a");
  await folder.git("merge", "--quiet", "--no-ff", "-m", "Merge c", "feature/c");
  const merge = await folder.git("rev-parse", "HEAD");
  await folder.deliver("main", "feature/c");
  return { owner, project, at: `/projects/${project.id}/repository/commits`, first, second, third, fourth, merge };
}

const ids = (...commits: string[]) => commits.map((id) => expect.objectContaining({ id }));

test("the default branch is listed newest first, with every field of a commit", async () => {
  const { owner, at, first, second, third, fourth, merge } = await createHistory();
  const answer = await owner.get(at);
  expect(answer).toMatchObject({ status: 200, body: ids(merge, fourth, third, second, first) });
  expect(answer.body[2]).toEqual({
    id: third,
    short_id: third.slice(0, 8),
    title: "Add c",
    author_name: "A U Thor",
    author_email: "author@example.com",
    created_at: "2017-07-14T02:42:00.000+00:00",
    message: "Add c\n\nWith a body.\n",
    parent_ids: [second],
    authored_date: "2017-07-14T02:42:00.000+00:00",
    committer_name: "A U Thor",
    committer_email: "author@example.com",
    committed_date: "2017-07-14T02:42:00.000+00:00",
  });
});

test("the log can start at a branch with a slash, a tag or a commit id", async () => {
  const { owner, at, first, second, third } = await createHistory();
  for (const ref_name of ["feature/c", third, third.slice(0, 10)]) {
    expect(await owner.get(at, { ref_name }), ref_name).toMatchObject({ status: 200, body: ids(third, second, first) });
  }
});

test.each([{ ref_name: "nothing" }, { ref_name: "x".repeat(5000) }, { path: "nothing" }, { path: "../src" }])(
  "%o answers an empty list",
  async (query) => {
    const { owner, at } = await createHistory();
    expect(await owner.get(at, query)).toMatchObject({ status: 200, body: [] });
  },
);

test("an empty repository answers an empty list", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  expect(await owner.get(`/projects/${id}/repository/commits`)).toMatchObject({ status: 200, body: [] });
});

test("a path of a file or folder selects the commits that changed it", async () => {
  const { owner, at, first, third, fourth } = await createHistory();
  expect(await owner.get(at, { path: "src/a.ts" })).toMatchObject({ status: 200, body: ids(fourth, first) });
  expect(await owner.get(at, { path: "src/" })).toMatchObject({ status: 200, body: ids(fourth, first) });
  expect(await owner.get(at, { path: "c.md" })).toMatchObject({ status: 200, body: ids(third) });
});

test("since and until filter by committer date, inclusively", async () => {
  const { owner, at, second, third } = await createHistory();
  const query = { since: "2017-07-14T02:41:00Z", until: "2017-07-14T04:42:00+02:00", ref_name: "feature/c" };
  expect(await owner.get(at, query)).toMatchObject({ status: 200, body: ids(third, second) });
  expect(await owner.get(at, { until: "2017-07-13" })).toMatchObject({ status: 200, body: [] });
});

test("pages are numbered from 0 and link to the next one, without a total", async () => {
  const { owner, at, first, second, third, fourth, merge } = await createHistory();
  const pages = [[merge, fourth], [third, second], [first], []];
  const next = ["1", "2", "", ""];
  for (const [page, commits] of pages.entries()) {
    const { status, body, headers } = await owner.get(at, { page, per_page: 2 });
    expect({ status, body }, `page ${page}`).toMatchObject({ status: 200, body: ids(...commits) });
    expect(headers.get("x-page")).toBe(String(page));
    expect(headers.get("x-per-page")).toBe("2");
    expect(headers.get("x-next-page")).toBe(next[page]);
    expect(headers.get("x-prev-page")).toBe(page === 0 ? "" : String(page - 1));
    expect(headers.get("x-total")).toBeNull();
  }
});

test("following the links of each page reaches every commit", async () => {
  const { owner, at, first, second, third, fourth, merge } = await createHistory();
  const seen: string[] = [];
  for (let next: string | undefined = `${at}?per_page=2&ref_name=main`; next !== undefined; ) {
    const { body, headers } = await owner.get(next);
    seen.push(...body.map(({ id }: { id: string }) => id));
    next = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    expect(headers.get("link")).toMatch(/[?&]page=0&per_page=2&ref_name=main>; rel="first"$/);
  }
  expect(seen).toEqual([merge, fourth, third, second, first]);
});

test.each([
  [{ page: "x", per_page: "y" }, "page is invalid, per_page is invalid"],
  [{ since: "yesterday" }, "since is invalid"],
])("%o is refused", async (query, error) => {
  const { owner, at } = await createHistory();
  expect(await owner.get(at, query)).toMatchObject({ status: 400, body: { error } });
});

test("invalid pages count as the first or are empty, and never an error", async () => {
  const { owner, at, first, second, third, fourth, merge } = await createHistory();
  const all = { status: 200, body: ids(merge, fourth, third, second, first) };
  expect(await owner.get(at, { page: -3, per_page: 0 })).toMatchObject(all);
  expect(await owner.get(at, { page: "", per_page: 1_000_000 })).toMatchObject(all);
  expect(await owner.get(at, { page: "99999999999999999999" })).toMatchObject({ status: 200, body: [] });
});
