// Conversion of clients' text to integers, booleans, dates and words from a set.
import { expect, test } from "vitest";
import { createUser, root, unique } from "../support/actors.ts";
import { send } from "../support/api.ts";
import { createProject } from "../support/factories.ts";

const FORTY_DIGITS = "9".repeat(40);

/** A JSON body with values that reasonable clients never send. */
const putUser = (id: number, values: object) =>
  send(`/users/${id}`, {
    method: "PUT",
    headers: { ...root.headers, "content-type": "application/json" },
    body: JSON.stringify(values),
  });

test.each<[unknown, number]>([
  ["7", 7],
  ["01", 1],
  ["+5", 5],
  ["2.5", 2],
  ["2.9", 2],
  ["1e3", 1000],
  ["1E1", 10],
  ["-0", 0],
  [7, 7],
  [2.9, 2],
  [1e3, 1000],
])("the integer %j is %i", async (given, meant) => {
  const { id } = await createUser();
  expect(await putUser(id, { projects_limit: given })).toMatchObject({ status: 200, body: { projects_limit: meant } });
});

test("the integer -1 is negative", async () => {
  const { id } = await createUser();
  expect(await putUser(id, { projects_limit: "-1" })).toMatchObject({
    status: 400,
    body: { message: { projects_limit: ["must be greater than or equal to 0"] } },
  });
});

test.each<unknown>(["abc", "1a", "1 2", "0x10", "--1", "1,000", "e3", ".", "٣", true, [1], { a: 1 }])(
  "%j is not an integer",
  async (given) => {
    const { id } = await createUser();
    expect(await putUser(id, { projects_limit: given })).toMatchObject({
      status: 400,
      body: { error: "projects_limit is invalid" },
    });
  },
);

test.each<unknown>(["1", "on", "t", "true", "y", "yes", "ON", "T", "True", "Y", "YES", true, 1])(
  "the boolean %j is true",
  async (given) => {
    const { id } = await createUser({ can_create_group: false });
    expect(await putUser(id, { can_create_group: given })).toMatchObject({
      status: 200,
      body: { can_create_group: true },
    });
  },
);

test.each<unknown>(["0", "off", "f", "false", "n", "no", "OFF", "F", "False", "N", "NO", false, 0])(
  "the boolean %j is false",
  async (given) => {
    const { id } = await createUser();
    expect(await putUser(id, { can_create_group: given })).toMatchObject({
      status: 200,
      body: { can_create_group: false },
    });
  },
);

test.each<unknown>(["2", "maybe", "tru", " ", "-1", 2, [true], { a: true }])("%j is not a boolean", async (given) => {
  const { id } = await createUser();
  expect(await putUser(id, { can_create_group: given })).toMatchObject({
    status: 400,
    body: { error: "can_create_group is invalid" },
  });
});

test.each([
  ["projects_limit", 100_000],
  ["can_create_group", true],
])("an empty %s counts as absent", async (name, kept) => {
  const { id } = await createUser();
  expect(await putUser(id, { [name]: "", bio: "changed" })).toMatchObject({
    status: 200,
    body: { [name]: kept, bio: "changed" },
  });
});

test.each([
  [42, "42"],
  [1.5, "1.5"],
  ["01", "01"],
  ["", ""],
  ["  ", "  "],
])("the text %j is %j", async (given, meant) => {
  const { id } = await createUser();
  expect(await putUser(id, { bio: given })).toMatchObject({ status: 200, body: { bio: meant } });
});

test.each<unknown>([["a"], { a: 1 }, "a\0b", "\ud800"])("%j is not text", async (given) => {
  const { id } = await createUser();
  expect(await putUser(id, { bio: given })).toMatchObject({ status: 400, body: { error: "bio is invalid" } });
});

test("an empty text satisfies a required parameter and is checked by the model", async () => {
  const user = await createUser();
  expect(await user.post("/groups", { name: "", path: unique("group") })).toMatchObject({
    status: 400,
    body: { message: `Failed to save group {:name=>["can't be blank"]}` },
  });
});

test.each(["PATH", "Path", " path", "path ", "", "id"])("order_by=%j is not an allowed word", async (order_by) => {
  const user = await createUser();
  expect(await user.get("/groups", { order_by })).toMatchObject({
    status: 400,
    body: { error: "order_by does not have a valid value" },
  });
});

test.each<[unknown, string]>([
  [15, "group_access does not have a valid value"],
  ["50", "group_access does not have a valid value"],
  ["", "group_access does not have a valid value"],
  ["word", "group_access is invalid, group_access does not have a valid value"],
])("group_access=%j is not an allowed number", async (group_access, error) => {
  const user = await createUser();
  const project = await createProject(user);
  const body = JSON.stringify({ group_id: 1, group_access });
  const headers = { ...user.headers, "content-type": "application/json" };
  expect(await send(`/projects/${project.id}/share`, { method: "POST", headers, body })).toMatchObject({
    status: 400,
    body: { error },
  });
});

test.each(["20", "020", "2e1", 20])("visibility_level=%j is 20", async (visibility_level) => {
  const user = await createUser();
  expect(await user.post("/projects", { name: unique("project"), visibility_level })).toMatchObject({
    status: 201,
    body: { visibility_level: 20 },
  });
});

test.each([
  ["2030-01-31", "2030-01-31"],
  ["2030-1-3", "2030-01-03"],
  ["2030/01/31", "2030-01-31"],
  ["31.01.2030", "2030-01-31"],
  ["31 Jan 2030", "2030-01-31"],
  ["Jan 31, 2030", "2030-01-31"],
  ["20300131", "2030-01-31"],
  ["Thu Jan 31 23:59:59 -0500 2030", "2030-01-31"],
  ["2030-01-31T23:59:59Z", "2030-01-31"],
  ["2032-02-29", "2032-02-29"],
  ["", null],
])("the date %j is %j", async (expires_at, meant) => {
  const user = await createUser();
  expect(await user.post("/user/personal_access_tokens", { name: "dated", scopes: ["api"], expires_at })).toMatchObject(
    { status: 201, body: { expires_at: meant } },
  );
});

test.each(["soon", "2030-02-30", "2031-02-29", "2030-13-01", "32.01.2030", "0000-01-01", "2030"])(
  "%j is not a date",
  async (expires_at) => {
    const user = await createUser();
    expect(
      await user.post("/user/personal_access_tokens", { name: "dated", scopes: ["api"], expires_at }),
    ).toMatchObject({ status: 400, body: { error: "expires_at is invalid" } });
  },
);

test.each([
  ["2016-04-05T21:40:50.169Z", "2016-04-05T21:40:50.169Z"],
  ["2016-04-05T21:40:50Z", "2016-04-05T21:40:50.000Z"],
  ["2016-04-05T23:40:50+02:00", "2016-04-05T21:40:50.000Z"],
  ["2016-04-05 21:40", "2016-04-05T21:40:00.000Z"],
  ["2016-04-05", "2016-04-05T00:00:00.000Z"],
  ["2017/03/01", "2017-03-01T00:00:00.000Z"],
  ["Tue, 05 Apr 2016 21:40:50 GMT", "2016-04-05T21:40:50.000Z"],
  ["Tue Apr  5 21:40:50 CEST 2016", "2016-04-05T19:40:50.000Z"],
])("the date-time %j is %j", async (created_at, meant) => {
  const user = await createUser();
  const project = await createProject(user);
  expect(await user.post(`/projects/${project.id}/issues`, { title: "dated", created_at })).toMatchObject({
    status: 201,
    body: { created_at: meant },
  });
});

test.each(["yesterday", "2016-02-30T00:00:00Z", "2016-04-05T25:00:00Z", `2016-04-05${" ".repeat(119)}`])(
  "%j is not a date-time",
  async (created_at) => {
    const user = await createUser();
    const project = await createProject(user);
    expect(await user.post(`/projects/${project.id}/issues`, { title: "dated", created_at })).toMatchObject({
      status: 400,
      body: { error: "created_at is invalid" },
    });
  },
);

test.each([
  [`/groups/${FORTY_DIGITS}`, "404 Group Not Found"],
  [`/projects/${FORTY_DIGITS}`, "404 Project Not Found"],
  [`/users/${FORTY_DIGITS}`, "404 User Not Found"],
  [`/groups/${2 ** 31}`, "404 Group Not Found"],
  [`/groups/${2n ** 63n}`, "404 Group Not Found"],
])("an id beyond any integer is not found: GET %s", async (path, message) => {
  expect(await (await createUser()).get(path)).toMatchObject({ status: 404, body: { message } });
});

test.each([FORTY_DIGITS, String(2 ** 31), "1e400"])("page %s is empty", async (page) => {
  expect(await (await createUser()).get("/users", { page })).toMatchObject({ status: 200, body: [] });
});

test("a number beyond the database's range is no namespace", async () => {
  const user = await createUser();
  expect(await user.post("/projects", { name: "a", namespace_id: FORTY_DIGITS })).toMatchObject({
    status: 400,
    body: { message: { namespace: ["is not valid"] } },
  });
});
