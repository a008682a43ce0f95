// Parameters of the four issue lists: accepted values, combinations and pagination.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { send, type Values } from "../../../support/api.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, type Issue } from "../../../support/factories.ts";
import { pageThrough } from "../../../support/lists.ts";
import {
  byAll,
  createLists,
  deleteIssue,
  editIssue,
  exactly,
  issuesOf,
  type Lists,
  list,
  listAll,
  resultOf,
} from "./issue-lists.ts";

/** An issue that all four lists show. */
const createListed = ({ owner, project, milestone }: Lists, attributes: Values = {}): Promise<Issue> =>
  createIssue(owner, project, { milestone_id: milestone.id, ...attributes });

describe("every issue list", () => {
  test.each([
    ["state=open", "state does not have a valid value"],
    ["state=Opened", "state does not have a valid value"],
    ["state=", "state does not have a valid value"],
    ["state[]=opened", "state is invalid, state does not have a valid value"],
    ["order_by=id", "order_by does not have a valid value"],
    ["order_by=", "order_by does not have a valid value"],
    ["sort=DESC", "sort does not have a valid value"],
    ["sort=", "sort does not have a valid value"],
    ["labels[]=bug", "labels is invalid"],
    ["milestone[title]=v1", "milestone is invalid"],
    ["search[]=word", "search is invalid"],
    ["search=%00", "search is invalid"],
    ["author_id=me", "author_id is invalid"],
    ["assignee_id=none", "assignee_id is invalid"],
    ["assignee_id[]=1", "assignee_id is invalid"],
    ["page=one", "page is invalid"],
    ["per_page=all", "per_page is invalid"],
  ])("refuses %s", async (query, error) => {
    const { owner, paths } = await createLists();
    const answers = await Promise.all(paths.map((path) => send(`${path}?${query}`, { headers: owner.headers })));
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(
      byAll({ status: 400, text: JSON.stringify({ error }) }),
    );
  });

  test("reports all invalid parameters at once, before it looks up the project or group", async () => {
    const caller = await createUser();
    const query = "per_page=x&sort=x&order_by=x&assignee_id=x&author_id=x&state=x&iid=x&milestone_id=x&labels[]=x";
    const wrong =
      "state does not have a valid value, labels is invalid, author_id is invalid, assignee_id is invalid, order_by does not have a valid value, sort does not have a valid value, per_page is invalid";
    const paths = ["/issues", "/groups/0/issues", "/projects/0/issues", "/projects/0/milestones/x/issues"];
    const answers = await Promise.all(paths.map((path) => caller.get(`${path}?${query}`)));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
      [wrong, wrong, `iid is invalid, ${wrong}`, `milestone_id is invalid, ${wrong}`].map((error) => ({
        status: 400,
        body: { error },
      })),
    );
  });

  test("is 401 without a token, whatever the parameters", async () => {
    const { paths } = await createLists();
    const answers = await Promise.all([...paths, "/groups/0/issues?state=x"].map((path) => send(path)));
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(
      answers.map(() => ({ status: 401, text: '{"message":"401 Unauthorized"}' })),
    );
  });

  test("treats an empty value as absent", async () => {
    const lists = await createLists();
    const issues = [await createListed(lists), await createListed(lists, { labels: "bug" })];
    const empty = {
      labels: "",
      milestone: "",
      search: "",
      author_id: "",
      assignee_id: "",
      page: "",
      per_page: "",
      iid: "",
    };
    expect(await listAll(lists, empty)).toEqual(byAll(exactly(...issues)));
  });

  test("ignores undeclared parameters", async () => {
    const lists = await createLists();
    const issue = await createListed(lists);
    const undeclared = { author: "nobody", confidential: true, scope: "all", due_date: "2016-01-01", title: "other" };
    expect(await listAll(lists, undeclared)).toEqual(byAll(exactly(issue)));
    const [own, group] = await listAll(lists, { iid: 99 });
    expect([own, group]).toEqual([exactly(issue), exactly(issue)]);
  });

  test("has twenty issues of both states by default, newest first", async () => {
    const lists = await createLists();
    const issues: Issue[] = [];
    for (let made = 0; made < 21; made += 1) issues.push(await createListed(lists));
    await editIssue(lists.owner, issues[20] ?? { id: 0, iid: 0, project_id: 0 }, { state_event: "close" });
    const answers = await Promise.all(lists.paths.map((path) => lists.owner.get(path)));
    const seen = answers.map(({ body, headers }) => ({
      ids: body.map(({ id }: Issue) => id),
      headers: ["x-total", "x-per-page", "x-page", "x-total-pages", "x-next-page"].map((name) => headers.get(name)),
    }));
    const ids = issues.map(({ id }) => id).reverse();
    expect(seen).toEqual(byAll({ ids: ids.slice(0, 20), headers: ["21", "20", "1", "2", "2"] }));
  });

  test("accepts any number as page and per_page", async () => {
    const lists = await createLists();
    const issue = await createListed(lists);
    const sizes = async (query: Values) => {
      const { status, body, headers } = await lists.owner.get(issuesOf(lists.project), query);
      return [status, body.length, headers.get("x-page"), headers.get("x-per-page"), headers.get("x-total")];
    };
    expect(await sizes({ page: 0, per_page: 0 })).toEqual([200, 1, "1", "20", "1"]);
    expect(await sizes({ page: -3, per_page: -1 })).toEqual([200, 1, "1", "20", "1"]);
    expect(await sizes({ per_page: 1000 })).toEqual([200, 1, "1", "100", "1"]);
    expect(await sizes({ page: 2 })).toEqual([200, 0, "2", "20", "1"]);
    const beyond = await listAll(lists, { page: "99999999999999999999", labels: "" });
    expect(beyond).toEqual(byAll({ status: 200, ids: [], total: 1 }));
    const beyondNarrowed = await listAll(lists, { page: "99999999999999999999", assignee_id: 0 });
    expect(beyondNarrowed).toEqual(byAll({ status: 200, ids: [], total: 1 }));
    expect(issue.iid).toBe(1);
  });

  test("repeats the filters in Link", async () => {
    const lists = await createLists();
    const first = await createListed(lists, { labels: "a b" });
    await createListed(lists, { labels: "a b" });
    const answer = await lists.owner.get(issuesOf(lists.project), { labels: "a b", search: "", per_page: 1 });
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
    const query = Object.fromEntries(new URL(next).searchParams);
    expect(query).toMatchObject({ labels: "a b", page: "2", per_page: "1", order_by: "created_at", sort: "desc" });
    expect(resultOf(await lists.owner.get(next))).toEqual({ status: 200, ids: [first.id], total: 2 });
  });
});

describe("filtering by numbers:", () => {
  test.each([
    ["author_id", "0"],
    ["author_id", "-1"],
    ["author_id", "99999999999999999999"],
    ["assignee_id", "-1"],
    ["assignee_id", "99999999999999999999"],
  ])("%s %s matches nothing", async (name, value) => {
    const lists = await createLists();
    await createListed(lists);
    expect(await listAll(lists, { [name]: value })).toEqual(byAll(exactly()));
  });

  test("assignee 0 means unassigned", async () => {
    const lists = await createLists();
    const free = await createListed(lists);
    const taken = await createListed(lists, { assignee_id: lists.owner.id });
    expect(await listAll(lists, { assignee_id: 0 })).toEqual(byAll(exactly(free)));
    expect(await listAll(lists, { assignee_id: lists.owner.id })).toEqual(byAll(exactly(taken)));
  });

  test.each([
    ["+1", 1],
    ["01", 1],
    ["1.9", 1],
    ["1e0", 1],
    ["0", 0],
    ["-1", 0],
    ["2", 0],
    ["99999999999999999999", 0],
  ])("iid %s matches %d issues", async (iid, count) => {
    const lists = await createLists();
    const issue = await createListed(lists);
    const found = count === 1 ? exactly(issue) : exactly();
    expect(await list(lists.owner, issuesOf(lists.project), { iid })).toEqual(found);
  });

  test("an iid matches regardless of the issue's project", async () => {
    const [one, other] = await Promise.all([createLists(), createLists()]);
    const issue = await createListed(one);
    await createListed(other);
    expect(await list(one.owner, issuesOf(one.project), { iid: 1 })).toEqual(exactly(issue));
  });
});

test("all filters must match", async () => {
  const lists = await createLists();
  const { owner, project, milestone } = lists;
  const other = await createUser();
  await joinProject(owner, project, other, "developer");
  const params = { labels: "bug", title: "A needle in the hay", milestone_id: milestone.id, assignee_id: other.id };
  const issue = await createIssue(owner, project, params);
  await createIssue(owner, project, { ...params, labels: "feature" });
  await createIssue(owner, project, { ...params, title: "Only hay" });
  await createIssue(owner, project, { ...params, milestone_id: 0 });
  await createIssue(owner, project, { ...params, assignee_id: owner.id });
  await createIssue(other, project, params);
  await editIssue(owner, await createIssue(owner, project, params), { state_event: "close" });
  const query = {
    state: "opened",
    labels: "bug",
    milestone: milestone.title,
    author_id: owner.id,
    assignee_id: other.id,
    search: "NEEDLE",
  };
  expect(await listAll(lists, query)).toEqual(byAll(exactly(issue)));
  expect(await list(owner, issuesOf(project), { ...query, iid: issue.iid })).toEqual(exactly(issue));
  expect(await list(owner, issuesOf(project), { ...query, iid: issue.iid + 1 })).toEqual(exactly());
});

/** Filters that match all issues of a world in which they are alike. */
const narrowings: [string, (lists: Lists) => Values][] = [
  ["nothing", () => ({})],
  ["state", () => ({ state: "opened" })],
  ["author", ({ owner }) => ({ author_id: owner.id })],
  ["author and state", ({ owner }) => ({ author_id: owner.id, state: "opened" })],
  ["assignee", ({ owner }) => ({ assignee_id: owner.id })],
  ["labels", () => ({ labels: "bug,ui" })],
  ["milestone", ({ milestone }) => ({ milestone: milestone.title })],
  ["search", () => ({ search: "alike" })],
  ["a short search", () => ({ search: "li" })],
];

test.each(narrowings)(
  "filtered by %s, pages are disjoint and complete and ties are ordered by id",
  async (_, narrow) => {
    const lists = await createLists();
    const params = { created_at: "2016-01-01", labels: "bug,ui", title: "All alike", assignee_id: lists.owner.id };
    const issues: Issue[] = [];
    for (let made = 0; made < 7; made += 1) issues.push(await createListed(lists, params));
    const ascending = issues.map(({ id }) => id);
    for (const order_by of ["created_at", "updated_at"]) {
      for (const sort of ["asc", "desc"]) {
        const pages = await Promise.all(
          lists.paths.map((path) => pageThrough(lists.owner, path, { ...narrow(lists), order_by, sort }, 3)),
        );
        const seen = pages.map(({ rows, totals }) => ({ ids: rows.map(({ id }) => id), totals: [...totals] }));
        const ids = sort === "asc" ? ascending : ascending.toReversed();
        expect(seen, `${order_by} ${sort}`).toEqual(byAll({ ids, totals: [7] }));
      }
    }
  },
);

describe("the list is up to date at once", () => {
  test("when an issue is closed and reopened", async () => {
    const lists = await createLists();
    const issue = await createListed(lists);
    await editIssue(lists.owner, issue, { state_event: "close" });
    expect(await listAll(lists, { state: "opened" })).toEqual(byAll(exactly()));
    expect(await listAll(lists, { state: "closed" })).toEqual(byAll(exactly(issue)));
    await editIssue(lists.owner, issue, { state_event: "reopen" });
    expect(await listAll(lists, { state: "opened" })).toEqual(byAll(exactly(issue)));
    expect(await listAll(lists, { state: "closed" })).toEqual(byAll(exactly()));
  });

  test("when an issue is assigned and unassigned", async () => {
    const lists = await createLists();
    const issue = await createListed(lists);
    await editIssue(lists.owner, issue, { assignee_id: lists.owner.id });
    expect(await listAll(lists, { assignee_id: lists.owner.id })).toEqual(byAll(exactly(issue)));
    await editIssue(lists.owner, issue, { assignee_id: 0 });
    expect(await listAll(lists, { assignee_id: lists.owner.id })).toEqual(byAll(exactly()));
    expect(await listAll(lists, { assignee_id: 0 })).toEqual(byAll(exactly(issue)));
  });

  test("when an issue is edited, in the order of editing", async () => {
    const lists = await createLists();
    const [first, second] = [await createListed(lists), await createListed(lists)];
    await editIssue(lists.owner, first, { title: "Edited" });
    expect(await listAll(lists, { order_by: "updated_at" })).toEqual(byAll(exactly(second, first)));
  });

  test("when an issue is deleted", async () => {
    const lists = await createLists();
    const [gone, left] = [await createListed(lists), await createListed(lists)];
    await deleteIssue(lists.owner, gone);
    for (const query of [{}, { assignee_id: 0 }, { author_id: lists.owner.id }, { state: "opened" }]) {
      expect(await listAll(lists, query)).toEqual(byAll(exactly(left)));
    }
    expect(await list(lists.owner, issuesOf(lists.project), { iid: gone.iid })).toEqual(exactly());
  });

  test("when an issue is moved: it is closed in one project and opened in the other", async () => {
    const [from, to] = [await createLists(), await createLists()];
    await joinProject(to.owner, to.project, from.owner, "reporter");
    const issue = await createListed(from);
    const path = `${issuesOf(from.project)}/${issue.id}/move`;
    const moved = await ok(from.owner.post(path, { to_project_id: to.project.id }));
    expect(await list(from.owner, issuesOf(from.project), { state: "opened" })).toEqual(exactly());
    expect(await list(from.owner, issuesOf(from.project), { state: "closed" })).toEqual(exactly(issue));
    expect(await list(to.owner, issuesOf(to.project), { state: "opened" })).toEqual(exactly(moved));
    expect(await list(from.owner, "/issues", { state: "opened" })).toEqual(exactly(moved));
  });
});
