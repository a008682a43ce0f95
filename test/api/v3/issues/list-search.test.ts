// The parameter search of the issue lists: a literal substring of title or description.
import { describe, expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { joinProject } from "../../../support/belonging.ts";
import { createIssue, createProject, type Issue } from "../../../support/factories.ts";
import { once } from "../../../support/once.ts";
import {
  byAll,
  createLists,
  deleteIssue,
  editIssue,
  exactly,
  issuesOf,
  issuesOfGroup,
  list,
  listAll,
} from "./issue-lists.ts";

/** A personal project with one issue per text, as title or as description. */
async function createTexts(...texts: string[]) {
  const owner = await createUser();
  const project = await createProject(owner);
  const titled = await Promise.all(texts.map((title) => createIssue(owner, project, { title })));
  const search = (text: string) => list(owner, issuesOf(project), { search: text });
  return { owner, project, titled, search };
}

/** In all four lists, an issue with the text as title, one with it as description, and one without it. */
async function createBoth(text: string, other = "nothing of that") {
  const lists = await createLists();
  const attributes = { milestone_id: lists.milestone.id };
  const titled = await createIssue(lists.owner, lists.project, { ...attributes, title: `A ${text} B` });
  const described = await createIssue(lists.owner, lists.project, {
    ...attributes,
    title: "Untitled",
    description: `First line\n${text}\nlast`,
  });
  await createIssue(lists.owner, lists.project, { ...attributes, title: other, description: other });
  await createIssue(lists.owner, lists.project, { ...attributes, title: "Nothing" });
  return { lists, both: exactly(titled, described) };
}

const createNeedle = once(() => createBoth("Needleq"));

test.each(["needle", "NEEDLE", "eedl", "edl", "ed", "q"])(
  "%j is found in titles and in descriptions",
  async (search) => {
    const { lists, both } = await createNeedle();
    expect(await listAll(lists, { search })).toEqual(byAll(both));
  },
);

const createOne = once(() => createTexts("one two"));

test.each([" ", "   ", "\t\n"])("%j counts as no search", async (search) => {
  const { titled, search: find } = await createOne();
  expect(await find(search)).toEqual(exactly(...titled));
});

test("a search is not trimmed, and is one text, not words", async () => {
  const { lists, both } = await createBoth("two words");
  const nowhere = byAll(exactly());
  expect(await listAll(lists, { search: "two words" })).toEqual(byAll(both));
  expect(await listAll(lists, { search: "o w" })).toEqual(byAll(both));
  for (const search of ["words two", "two  words", "two,words", "A two words C", "words  "]) {
    expect(await listAll(lists, { search }), search).toEqual(nowhere);
  }
});

test("title and description are searched separately", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  await createIssue(owner, project, { title: "abc", description: "def" });
  for (const search of ["abcdef", "abc def", "cd", "c d"]) {
    expect(await list(owner, issuesOf(project), { search }), search).toEqual(exactly());
  }
});

test("an issue that matches in title and description is listed once", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project, { title: "needle needle", description: "needle" });
  for (const search of ["needle", "ee"])
    expect(await list(owner, issuesOf(project), { search })).toEqual(exactly(issue));
});

describe("letter case is ignored", () => {
  test.each([
    ["Straßenbahn in ZÜRICH", ["zürich", "ZÜRICH", "zÜr", "Ür", "ü", "STRAßEN"]],
    ["Привет, Мир", ["привет", "ПРИВЕТ", "МИР", "мир", "ми", "МИ", "п"]],
    ["ΑΘΗΝΑ", ["αθηνα", "αθ", "Θ"]],
    ["ÉCOLE école", ["École", "éc", "ÉC", "É"]],
    ["Ångström", ["ångström", "ÅNGSTRÖM", "åN", "Å"]],
  ])("in %j", async (title, searches) => {
    const { titled, search } = await createTexts(title, "Plain ASCII");
    const [issue] = titled;
    for (const text of searches) expect(await search(text), text).toEqual(issue && exactly(issue));
  });

  test("but accents and other marks are not", async () => {
    const { search } = await createTexts("Zürich");
    for (const text of ["zurich", "zur", "zu", "u"]) expect(await search(text), text).toEqual(exactly());
  });
});

/** Each is in a title and in a description. */
const literals = [
  "100%",
  "%",
  "_",
  "a_b",
  "%%%",
  "___",
  "it's",
  "'''",
  '"',
  '""',
  '"""',
  'say "hello" twice',
  "\\",
  "\\\\\\",
  "*",
  "nee*",
  "***",
  "^nee",
  "AND",
  "OR",
  "NOT",
  " AND ",
  "one AND two",
  "NEAR(",
  "NEAR(one two, 5)",
  "-",
  "---",
  "-one",
  "+one + two",
  "title : one",
  "{title description} : one",
  "- title : one",
  '" OR scope : "p1',
  '") OR (scope:"p',
  "(((",
  ")))",
  "[x]",
  "{",
  "a:b",
  "#1!",
  "?1?",
  ":phrase",
  "@user",
  "<b>bold</b>",
  "null",
  "0",
  "1e3",
  "a\nb",
  "a\tb\tc",
  "日本",
  "日本語",
  "😀",
  "😀😀",
  "😀😀😀",
  "👩‍👩‍👧",
  "e\u0301te\u0301",
  "\u202eabc",
];

/** In all four lists, two issues of each literal, between letters. */
const createLiterals = once(async () => {
  const lists = await createLists();
  const attributes = { milestone_id: lists.milestone.id };
  const other = "100 aXb nee one two title description p1 scope x😁x";
  await createIssue(lists.owner, lists.project, { ...attributes, title: other, description: other });
  const made: [string, ...Issue[]][] = [];
  for (const text of literals) {
    const titled = await createIssue(lists.owner, lists.project, { ...attributes, title: `A x${text}x B` });
    const description = `First line\nx${text}x\nlast`;
    const described = await createIssue(lists.owner, lists.project, { ...attributes, title: "Untitled", description });
    made.push([text, titled, described]);
  }
  return { lists, made };
});

describe("a search is literal:", () => {
  test.each(literals)("%j", async (text) => {
    const { lists, made } = await createLiterals();
    const found = made.filter(([other]) => `x${other}x`.includes(`x${text}`)).flatMap(([, ...issues]) => issues);
    expect(await listAll(lists, { search: `x${text}` })).toEqual(byAll(exactly(...found)));
  });

  test.each([
    "*",
    "%",
    "_",
    '"',
    "AND",
    "NEAR(",
    "-",
    "(",
    "^",
    ":",
    "one*",
    "one OR two",
    "NOT one",
    "title:one",
    "o%e",
    "t_o",
    "p1.",
    ".",
    "scope",
  ])("%j matches only where it occurs", async (text) => {
    const { search } = await createOne();
    expect(await search(text)).toEqual(exactly());
  });
});

const createShort = once(async () => {
  const lists = await createLists();
  await createIssue(lists.owner, lists.project, { title: "a", description: "one AND two" });
  return lists;
});

test.each([
  ["10,000 letters", "a".repeat(10_000)],
  ["1,000 quotes", '"'.repeat(1000)],
  ["1,000 emojis", "😀".repeat(1000)],
  ["3,000 different letters", Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("")],
  ["1,000 ANDs", "one AND ".repeat(1000)],
  ["1,000 brackets", "(".repeat(1000)],
])("a search for %s matches nothing and does not fail", async (_what, search) => {
  const lists = await createShort();
  expect(await listAll(lists, { search })).toEqual(byAll(exactly()));
});

test("only the first 64 characters of a long search are used", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const description = Array.from({ length: 500 }, (_, at) => `word ${at}`).join(", ");
  const issue = await createIssue(owner, project, { description });
  const other = await createIssue(owner, project, { description: description.replace("word 250", "ward 250") });
  await createIssue(owner, project, { description: description.replace("word 2,", "ward 2,") });
  expect(await list(owner, issuesOf(project), { search: description })).toEqual(exactly(issue, other));
});

test("a search for a letter repeated ten thousand times works, and delays no other request", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const letters = "n".repeat(10_000);
  const issues = await Promise.all(
    Array.from({ length: 20 }, () => createIssue(owner, project, { description: letters })),
  );
  const answer = await owner.get(issuesOf(project), { search: letters, per_page: 1 });
  expect({ status: answer.status, total: answer.headers.get("x-total") }).toEqual({
    status: 200,
    total: String(issues.length),
  });
});

test("the end of a long description is searched like its beginning", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  const issue = await createIssue(owner, project, { description: `${"hay ".repeat(100_000)}needle` });
  for (const search of ["needle", "dl"])
    expect(await list(owner, issuesOf(project), { search })).toEqual(exactly(issue));
});

test("iid and search must both match, in any letter case", async () => {
  const { owner, project, titled } = await createTexts("Zürich");
  const [issue] = titled;
  for (const search of ["ZÜRICH", "zü", "RICH"]) {
    expect(await list(owner, issuesOf(project), { iid: 1, search }), search).toEqual(issue && exactly(issue));
  }
  expect(await list(owner, issuesOf(project), { iid: 1, search: "elsewhere" })).toEqual(exactly());
  expect(await list(owner, issuesOf(project), { iid: 2, search: "zürich" })).toEqual(exactly());
});

describe("the search finds only issues the viewer can see", () => {
  test("among confidential issues", async () => {
    const owner = await createUser();
    const [outsider, author] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { visibility_level: 20 });
    const plain = await createIssue(owner, project, { title: "needle" });
    const secret = await createIssue(author, project, { title: "needle", confidential: true });
    for (const search of ["needle", "ne"]) {
      expect(await list(outsider, issuesOf(project), { search })).toEqual(exactly(plain));
      expect(await list(author, issuesOf(project), { search })).toEqual(exactly(plain, secret));
      expect(await list(owner, issuesOf(project), { search })).toEqual(exactly(plain, secret));
    }
  });

  test("and none in a project that is hidden, or that has issues disabled", async () => {
    const owner = await createUser();
    const project = await createProject(owner);
    await createIssue(owner, project, { title: "needle" });
    const outsider = await createUser();
    expect(await outsider.get(issuesOf(project), { search: "needle" })).toMatchObject({
      status: 404,
      body: { message: "404 Project Not Found" },
    });
    await ok(owner.put(`/projects/${project.id}`, { issues_enabled: false }));
    expect(await list(owner, issuesOf(project), { search: "needle" })).toEqual(exactly());
  });

  test("among projects, even many with similar ids", async () => {
    const lists = await createLists();
    const projects = await Promise.all(
      Array.from({ length: 12 }, () => createProject(lists.owner, { namespace_id: lists.group.id })),
    );
    const issues = await Promise.all(projects.map((project) => createIssue(lists.owner, project, { title: "needle" })));
    const found = await Promise.all(
      projects.map((project) => list(lists.owner, issuesOf(project), { search: "needle" })),
    );
    expect(found).toEqual(issues.map((issue) => exactly(issue)));
    expect(await list(lists.owner, issuesOfGroup(lists.group), { search: "needle" })).toMatchObject({ total: 12 });
    expect(await list(await createUser(), "/issues", { search: "needle" })).toEqual(exactly());
  });
});

describe("the search is up to date at once", () => {
  test("when an issue is edited", async () => {
    const { owner, titled, search } = await createTexts("before");
    const [issue] = titled;
    if (issue === undefined) throw new Error("There is no issue.");
    await editIssue(owner, issue, { title: "after", description: "then" });
    expect([await search("before"), await search("be")]).toEqual([exactly(), exactly()]);
    expect([await search("after"), await search("then")]).toEqual([exactly(issue), exactly(issue)]);
    await editIssue(owner, issue, { description: "" });
    expect([await search("then"), await search("after")]).toEqual([exactly(), exactly(issue)]);
    await editIssue(owner, issue, { state_event: "close" });
    expect(await search("after")).toEqual(exactly(issue));
  });

  test("when an issue is deleted and another one is created", async () => {
    const { owner, project, titled, search } = await createTexts("needle");
    for (const issue of titled) await deleteIssue(owner, issue);
    expect([await search("needle"), await search("ne")]).toEqual([exactly(), exactly()]);
    const issue = await createIssue(owner, project, { title: "a needle again" });
    expect(await search("needle")).toEqual(exactly(issue));
  });

  test("when an issue is moved", async () => {
    const { owner, titled, search } = await createTexts("needle");
    const [issue] = titled;
    if (issue === undefined) throw new Error("There is no issue.");
    const other = await createUser();
    const target = await createProject(other);
    await joinProject(other, target, owner, "reporter");
    const path = `/projects/${issue.project_id}/issues/${issue.id}/move`;
    const moved = await ok(owner.post(path, { to_project_id: target.id }));
    expect(await search("needle")).toEqual(exactly(issue));
    expect(await list(other, issuesOf(target), { search: "needle" })).toEqual(exactly(moved));
  });

  test("when a project is deleted with its issues, or moves to a group", async () => {
    const lists = await createLists();
    const [staying, going] = [await createProject(lists.owner), await createProject(lists.owner)];
    const issue = await createIssue(lists.owner, staying, { title: "needle" });
    await createIssue(lists.owner, going, { title: "needle" });
    await ok(lists.owner.delete(`/projects/${going.id}`));
    expect(await list(lists.owner, "/issues", { search: "needle" })).toEqual(exactly(issue));
    expect(await list(lists.owner, issuesOfGroup(lists.group), { search: "needle" })).toEqual(exactly());
  });
});

test("a highly repetitive search is matched by its parts", async () => {
  const { titled, search } = await createTexts("ababababab", "abab");
  const [repeating] = titled;
  if (repeating === undefined) throw new Error("There is no issue.");
  expect(await search("ab".repeat(20))).toEqual(exactly(repeating));
});
