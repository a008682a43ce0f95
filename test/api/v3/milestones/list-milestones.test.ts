// GET /projects/:id/milestones, and a single one
import { describe, expect, test } from "vitest";
import { ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { listing, pageThrough } from "../../../support/lists.ts";
import { createMilestone, createOwned, milestonesOf } from "./milestones.ts";

/** Three milestones, the second closed, and one of another project. */
async function createThree() {
  const { owner, project, path } = await createOwned();
  const first = await createMilestone(owner, project);
  const second = await createMilestone(owner, project);
  const third = await createMilestone(owner, project);
  await ok(owner.put(`${path}/${second.id}`, { state_event: "close" }));
  const elsewhere = await createMilestone(owner, await createProject(owner));
  return { owner, project, path, first, second, third, elsewhere };
}

test("the list has the project's own milestones, newest first", async () => {
  const { owner, path, first, second, third } = await createThree();
  expect(await owner.get(path)).toMatchObject(listing(third, second, first));
});

test("the list has the shape of a single milestone", async () => {
  const { owner, path } = await createThree();
  const { body } = await owner.get(path);
  expect(await owner.get(`${path}/${body[1].id}`)).toMatchObject({ status: 200, body: body[1] });
});

describe("the parameter state", () => {
  test("filters the list and its total", async () => {
    const { owner, path, first, second, third } = await createThree();
    const closed = await owner.get(path, { state: "closed" });
    expect(closed).toMatchObject(listing(second));
    expect(closed.headers.get("x-total")).toBe("1");
    expect(await owner.get(path, { state: "active" })).toMatchObject(listing(third, first));
    expect(await owner.get(path, { state: "all" })).toMatchObject(listing(third, second, first));
  });

  test.each(["opened", "", "Active"])("cannot be %j", async (state) => {
    const { owner, path } = await createOwned();
    expect(await owner.get(path, { state })).toMatchObject({
      status: 400,
      body: { error: "state does not have a valid value" },
    });
  });
});

describe("the parameter iid", () => {
  test("selects one", async () => {
    const { owner, path, second } = await createThree();
    const answer = await owner.get(path, { iid: second.iid });
    expect(answer).toMatchObject(listing(second));
    expect(answer.headers.get("x-total")).toBe("1");
  });

  test("selects several, each once, and ignores unknown ones", async () => {
    const { owner, path, first, third } = await createThree();
    const iids = [first.iid, third.iid, third.iid, 99, 9_007_199_254_740_991];
    expect(await owner.get(path, { iid: iids })).toMatchObject(listing(third, first));
  });

  test("combines with the state", async () => {
    const { owner, path, first, second } = await createThree();
    expect(await owner.get(path, { iid: [first.iid, second.iid], state: "active" })).toMatchObject(listing(first));
  });

  test("can have more values than a statement can have parameters", async () => {
    const { owner, path, second } = await createThree();
    const iids = Array.from({ length: 300 }, (_, at) => at + 2);
    expect(await owner.get(path, { iid: iids, state: "closed" })).toMatchObject(listing(second));
  });

  test.each([
    ["with an unknown value matches nothing", { iid: 99 }, 0],
    ["with an empty value in an array matches nothing", { iid: [""] }, 0],
    ["with an empty value is ignored", { iid: "" }, 3],
  ])("%s", async (_, query, length) => {
    const { owner, path } = await createThree();
    const { status, body, headers } = await owner.get(path, query);
    expect({ status, length: body.length, total: headers.get("x-total") }).toEqual({
      status: 200,
      length,
      total: String(length),
    });
  });

  test.each(["?iid=x", "?iid[]=1&iid[]=x", "?iid[a]=1"])("%s is 400", async (query) => {
    const { owner, path } = await createOwned();
    expect(await owner.get(path + query)).toMatchObject({ status: 400, body: { error: "iid is invalid" } });
  });

  test("is reported together with a bad state", async () => {
    const { owner, path } = await createOwned();
    expect(await owner.get(path, { state: "x", iid: "x" })).toMatchObject({
      status: 400,
      body: { error: "state does not have a valid value, iid is invalid" },
    });
  });

  test("stays in the page links", async () => {
    const { owner, path, first, third } = await createThree();
    const page = await owner.get(path, { iid: [first.iid, third.iid], per_page: 1 });
    const next = /<([^>]*)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    expect(await owner.get(next)).toMatchObject(listing(first));
  });
});

test("pages are disjoint and complete, with the exact total on each", async () => {
  const { owner, project, path } = await createOwned();
  const made = await Promise.all(Array.from({ length: 7 }, () => createMilestone(owner, project)));
  const { rows, totals } = await pageThrough(owner, path);
  expect(rows.map(({ id }) => id)).toEqual(made.map(({ id }) => id).sort((a, b) => b - a));
  expect([...totals]).toEqual([7]);
});

test("a page past the end is empty and has the total", async () => {
  const { owner, path } = await createThree();
  const { status, body, headers } = await owner.get(path, { page: 9 });
  expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "3" });
});

test("a project without milestones answers an empty list", async () => {
  const { owner, path } = await createOwned();
  const { status, body, headers } = await owner.get(path);
  expect({ status, body, total: headers.get("x-total") }).toEqual({ status: 200, body: [], total: "0" });
});

describe("one milestone", () => {
  test.each(["999999999", "0", "99999999999999999999"])("%s is 404", async (id) => {
    const { owner, path } = await createThree();
    expect(await owner.get(`${path}/${id}`)).toMatchObject({ status: 404, body: { message: "404 Not found" } });
  });

  test("of another project is 404", async () => {
    const { owner, path, elsewhere } = await createThree();
    expect(await owner.get(`${path}/${elsewhere.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test("is addressed by a number", async () => {
    const { owner, path } = await createOwned();
    expect(await owner.get(`${path}/x`)).toMatchObject({ status: 400, body: { error: "milestone_id is invalid" } });
  });
});

test("the project can be addressed by its path", async () => {
  const { owner, project, path, first } = await createThree();
  const byPath = `/projects/${encodeURIComponent(project.path_with_namespace)}/milestones`;
  expect((await owner.get(byPath)).body).toEqual((await owner.get(path)).body);
  expect(await owner.get(`${byPath}/${first.id}`)).toMatchObject({ status: 200, body: { id: first.id } });
  expect(await owner.put(`${byPath}/${first.id}`, { title: "2.0" })).toMatchObject({ status: 200 });
  expect(await owner.get(milestonesOf(project), { iid: first.iid })).toMatchObject({ body: [{ title: "2.0" }] });
});
