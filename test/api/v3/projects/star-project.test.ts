// POST and DELETE /projects/:id/star
import { expect, test } from "vitest";
import { anonymous, createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";

const unchanged = { status: 304, text: "" };

test("the answer counts the new star", async () => {
  const [owner, reader] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner, { visibility_level: 10 });
  expect(await reader.post(`/projects/${id}/star`)).toMatchObject({ status: 201, body: { id, star_count: 1 } });
});

test("a second star by the same user is 304 and not counted", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  await ok(owner.post(`/projects/${id}/star`));
  const again = await owner.post(`/projects/${id}/star`);
  expect([again, await owner.get(`/projects/${id}`)]).toMatchObject([
    unchanged,
    { status: 200, body: { star_count: 1 } },
  ]);
});

test("removing a star answers the project without it", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  await ok(owner.post(`/projects/${id}/star`));
  expect(await owner.delete(`/projects/${id}/star`)).toMatchObject({ status: 200, body: { id, star_count: 0 } });
});

test("removing a star that does not exist is 304", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  expect(await owner.delete(`/projects/${id}/star`)).toMatchObject(unchanged);
});

test("star_count counts users", async () => {
  const [owner, one, two] = await Promise.all([createUser(), createUser(), createUser()]);
  const { id } = await createProject(owner, { visibility_level: 20 });
  await Promise.all([owner, one, two].map((user) => ok(user.post(`/projects/${id}/star`))));
  await ok(one.delete(`/projects/${id}/star`));
  expect(await owner.get(`/projects/${id}`)).toMatchObject({ status: 200, body: { star_count: 2 } });
});

test("ten concurrent stars of one user count once", async () => {
  const owner = await createUser();
  const { id } = await createProject(owner);
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.post(`/projects/${id}/star`)));
  const { star_count } = await ok(owner.get(`/projects/${id}`));
  expect({ made: answers.filter(({ status }) => status === 201).length, star_count }).toEqual({
    made: 1,
    star_count: 1,
  });
});

test.each(["post", "delete"] as const)("%s: anonymous callers get 401 even on a public project", async (method) => {
  const { id } = await createProject(await createUser(), { visibility_level: 20 });
  expect(await anonymous[method](`/projects/${id}/star`)).toMatchObject({
    status: 401,
    body: { message: "401 Unauthorized" },
  });
});

test.each(["post", "delete"] as const)("%s: an invisible project is 404", async (method) => {
  const [owner, outsider] = await Promise.all([createUser(), createUser()]);
  const { id } = await createProject(owner);
  expect(await outsider[method](`/projects/${id}/star`)).toMatchObject({
    status: 404,
    body: { message: "404 Project Not Found" },
  });
});
