// GET /projects/search/:query
import { expect, test } from "vitest";
import { anonymous, createUser, ok, unique } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";

async function createOneOfEach() {
  const word = unique("word");
  const [owner, outsider, external] = await Promise.all([createUser(), createUser(), createUser({ external: true })]);
  await Promise.all(
    [0, 10, 20].map((visibility_level) =>
      createProject(owner, {
        name: `${word} ${visibility_level}`,
        path: `${word}-${visibility_level}`,
        visibility_level,
      }),
    ),
  );
  return { word, owner, outsider, external, anonymous };
}

test.each([
  ["anonymous", [20]],
  ["external", [20]],
  ["outsider", [10, 20]],
  ["owner", [0, 10, 20]],
] as const)("for %s the search lists projects of levels %j", async (who, levels) => {
  const { word, ...people } = await createOneOfEach();
  const answer = await people[who].get(`/projects/search/${word}`, { order_by: "path", sort: "asc" });
  const expected = levels.map((level) => ({ path: `${word}-${level}` }));
  expect(answer).toMatchObject({ status: 200, body: expected.toSorted((a, b) => (a.path < b.path ? -1 : 1)) });
});

test("anonymous callers get the simple shape", async () => {
  const { word } = await createOneOfEach();
  const { status, body } = await anonymous.get(`/projects/search/${word}`);
  expect({ status, keys: body.map((project: object) => Object.keys(project).length) }).toEqual({
    status: 200,
    keys: [7],
  });
});

test("the path has the query, and the parameter search is ignored", async () => {
  const { word, owner } = await createOneOfEach();
  const answer = await owner.get(`/projects/search/${word}-20`, { search: "elsewhere" });
  expect(answer).toMatchObject({ status: 200, body: [{ path: `${word}-20` }] });
});

test("archived projects are left out unless requested", async () => {
  const owner = await createUser();
  const project = await createProject(owner);
  await ok(owner.post(`/projects/${project.id}/archive`));
  expect(await owner.get(`/projects/search/${project.name}`)).toMatchObject({ status: 200, body: [] });
});

test.each(["%", "_", "'", '"', "\\", "😀", "a/b", "a b", "100%", "#?&"])("%j matches literally", async (text) => {
  const owner = await createUser();
  const word = unique("word");
  await createProject(owner, { name: "with", description: `${word}${text}` });
  await createProject(owner, { name: "without", description: `${word} nothing` });
  const answer = await owner.get(`/projects/search/${encodeURIComponent(word + text)}`);
  expect(answer).toMatchObject({ status: 200, body: [{ name: "with" }] });
});

test.each([
  ["10,000 letters", "a".repeat(10_000)],
  ["1,000 emojis", encodeURIComponent("😀".repeat(1000))],
])("%s match nothing and do not fail", async (_what, query) => {
  expect(await anonymous.get(`/projects/search/${query}`)).toMatchObject({ status: 200, body: [] });
});

test("NUL is refused", async () => {
  expect(await anonymous.get("/projects/search/%00")).toMatchObject({
    status: 400,
    body: { error: "query is invalid" },
  });
});

test("without a query the route does not exist", async () => {
  // `search` is parsed as a project id, which does not exist.
  expect(await anonymous.get("/projects/search")).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});
