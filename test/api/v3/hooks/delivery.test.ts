// Delivery: after the response, in order, once, whatever the receiver does.
import { expect, test } from "vitest";
import { type Actor, createUser, ok } from "../../../support/actors.ts";
import { createIssue, createProject, type Project } from "../../../support/factories.ts";
import { isSample } from "../../../support/sample.ts";
import { addHook, everything, hooksOf, Receiver } from "./receiver.ts";

async function createOwned(): Promise<{ owner: Actor; project: Project }> {
  const owner = await createUser();
  return { owner, project: await createProject(owner) };
}

const titlesOf = ({ deliveries }: Receiver): string[] => deliveries.map(({ body }) => body.object_attributes.title);

test("token, user and password are sent in headers, byte for byte", async () => {
  await using receiver = await Receiver.start();
  const { owner, project } = await createOwned();
  const url = `http://some.user:p%40ss-wörd@${receiver.host}/path?query=1`;
  await addHook(owner, project, url, { ...everything, token: "tökén" });
  await createIssue(owner, project);
  const { path, headers } = await receiver.only();
  expect(path).toBe("/path?query=1");
  expect(headers.authorization).toBe(`Basic ${Buffer.from("some.user:p@ss-wörd").toString("base64")}`);
  expect(Buffer.from(String(headers["x-gitlab-token"]), "latin1").toString()).toBe("tökén");
});

test("credentials and token are kept while the URL is, and dropped with it", async () => {
  await using receiver = await Receiver.start();
  const { owner, project } = await createOwned();
  const withUser = `http://user:password@${receiver.host}/`;
  const { id, url } = await addHook(owner, project, withUser, { ...everything, token: "token" });
  const hook = `${hooksOf(project)}/${id}`;
  await ok(owner.put(hook, { url, note_events: true }));
  await createIssue(owner, project);
  await receiver.first(1);
  await ok(owner.put(hook, { url: `${url}other` }));
  await createIssue(owner, project);
  const [first, second] = await receiver.first(2);
  expect(first?.headers).toMatchObject({ authorization: expect.any(String), "x-gitlab-token": "token" });
  expect(second?.path).toBe("/other");
  expect(second?.headers).not.toHaveProperty("authorization");
  expect(second?.headers).not.toHaveProperty("x-gitlab-token");
});

test.each([
  ["the same URL", ""],
  ["another URL", "other"],
])("an edit's credentials and token are sent to %s", async (_, path) => {
  await using receiver = await Receiver.start();
  const { owner, project } = await createOwned();
  const withUser = (user: string) => `http://${user}:password@${receiver.host}/`;
  const { id } = await addHook(owner, project, withUser("old"), { ...everything, token: "old token" });
  await ok(owner.put(`${hooksOf(project)}/${id}`, { url: withUser("new") + path, token: "new token" }));
  await createIssue(owner, project);
  expect(await receiver.only()).toMatchObject({
    path: `/${path}`,
    headers: { authorization: `Basic ${btoa("new:password")}`, "x-gitlab-token": "new token" },
  });
});

test("the API call returns before the receiver responds", async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  await using receiver = await Receiver.start(() => promise);
  const { owner, project } = await createOwned();
  await addHook(owner, project, receiver.url);
  await createIssue(owner, project, { title: "One" });
  await receiver.first(1);
  await createIssue(owner, project, { title: "Two" });
  expect(titlesOf(receiver)).toEqual(["One"]); // The next delivery waits for its turn.
  resolve({ status: 200 });
  await receiver.first(2);
  expect(titlesOf(receiver)).toEqual(["One", "Two"]);
});

test("a receiver that does not respond delays no other hook", async () => {
  const { promise, resolve } = Promise.withResolvers<{ status: number }>();
  await using stuck = await Receiver.start(() => promise);
  await using quick = await Receiver.start();
  const { owner, project } = await createOwned();
  await addHook(owner, project, stuck.url);
  await addHook(owner, project, quick.url);
  for (const title of ["One", "Two", "Three"]) await createIssue(owner, project, { title });
  await quick.first(3);
  expect(titlesOf(quick)).toEqual(["One", "Two", "Three"]);
  expect(titlesOf(stuck)).toEqual(["One"]);
  resolve({ status: 200 });
  await stuck.first(3);
});

test.each([301, 404, 500])("a %i response keeps the hook enabled, and is not followed", async (status) => {
  await using elsewhere = await Receiver.start();
  await using receiver = await Receiver.start(() => ({ status, location: elsewhere.url }));
  const { owner, project } = await createOwned();
  await addHook(owner, project, receiver.url);
  await createIssue(owner, project, { title: "One" });
  await createIssue(owner, project, { title: "Two" });
  await receiver.first(2);
  expect(titlesOf(receiver)).toEqual(["One", "Two"]);
  expect(elsewhere.deliveries).toEqual([]);
});

test("a dead receiver affects neither the API call nor the other hooks", async () => {
  const { owner, project } = await createOwned();
  const gone = await Receiver.start();
  await addHook(owner, project, gone.url);
  await gone[Symbol.asyncDispose]();
  await using receiver = await Receiver.start();
  await addHook(owner, project, receiver.url);
  expect(await owner.post(`/projects/${project.id}/issues`, { title: "One" })).toMatchObject({ status: 201 });
  await receiver.only();
});

test("a hook gets the events of its own project from its creation to its deletion", async () => {
  await using receiver = await Receiver.start();
  await using witness = await Receiver.start();
  const { owner, project } = await createOwned();
  await addHook(owner, project, witness.url);
  await createIssue(owner, project, { title: "Before" });
  const { id } = await addHook(owner, project, receiver.url);
  await createIssue(owner, await createProject(owner), { title: "Elsewhere" });
  await createIssue(owner, project, { title: "Between" });
  await receiver.first(1);
  await ok(owner.delete(`${hooksOf(project)}/${id}`));
  await createIssue(owner, project, { title: "After" });
  await witness.first(3);
  expect(titlesOf(witness)).toEqual(["Before", "Between", "After"]);
  expect(titlesOf(receiver)).toEqual(["Between"]);
});

test("a hook can be created after the last one was deleted", async () => {
  await using receiver = await Receiver.start();
  const { owner, project } = await createOwned();
  const { id } = await addHook(owner, project, receiver.url);
  await createIssue(owner, project, { title: "One" });
  await receiver.first(1);
  await ok(owner.delete(`${hooksOf(project)}/${id}`));
  await createIssue(owner, project, { title: "Two" });
  await addHook(owner, project, receiver.url);
  await createIssue(owner, project, { title: "Three" });
  await receiver.first(2);
  expect(titlesOf(receiver)).toEqual(["One", "Three"]);
});

test("concurrent changes are all delivered, in the same order to every hook", async () => {
  await using one = await Receiver.start();
  await using other = await Receiver.start();
  const { owner, project } = await createOwned();
  await addHook(owner, project, one.url);
  await addHook(owner, project, other.url);
  const numbers = Array.from({ length: isSample ? 15 : 30 }, (_, index) => `Number ${index}`);
  await Promise.all(numbers.map((title) => createIssue(owner, project, { title })));
  await one.first(numbers.length);
  await other.first(numbers.length);
  expect(titlesOf(one).toSorted()).toEqual(numbers.toSorted());
  expect(titlesOf(other)).toEqual(titlesOf(one));
  const iids = one.deliveries.map(({ body }) => body.object_attributes.iid);
  expect(iids).toEqual(iids.toSorted((a, b) => a - b));
});

test("a payload of several megabytes arrives whole", async () => {
  await using receiver = await Receiver.start();
  const { owner, project } = await createOwned();
  await addHook(owner, project, receiver.url);
  const text = "ü€🙂\n".repeat(isSample ? 100_000 : 150_000);
  const issue = await createIssue(owner, project, { description: text });
  await ok(owner.post(`/projects/${project.id}/issues/${issue.id}/notes`, { body: text }));
  const [, note] = await receiver.first(2);
  expect(note?.body.object_attributes.note === text).toBe(true);
  expect(note?.body.issue.description === text).toBe(true);
});

test("a change costs as many round trips with ten hooks as with none", async () => {
  await using receiver = await Receiver.start();
  const { owner, project } = await createOwned();
  const open = () => owner.post(`/projects/${project.id}/issues`, { title: "One" });
  // The next ones recall what the first has read.
  await ok(open());
  const without = (await open()).cost;
  for (let number = 0; number < 10; number += 1) await addHook(owner, project, receiver.url);
  const { roundTrips, statements } = (await open()).cost;
  expect({ roundTrips, statements }).toEqual({ roundTrips: without.roundTrips, statements: without.statements });
  await receiver.first(10);
});
