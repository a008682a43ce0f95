// POST and DELETE /projects/:id/labels/:label_id/subscription
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { createProject } from "../../../support/factories.ts";
import { createLabel, createOwned, labelsOf } from "./labels.ts";

const unchanged = { status: 304, text: "" };
const missing = { status: 404, body: { message: "404 Label Not Found" } };

const subscriptionTo = (path: string, label: string | number) => `${path}/${encodeURIComponent(label)}/subscription`;

test.each(["by its id", "by its title"])("a label %s can be subscribed to and unsubscribed from", async (by) => {
  const { owner, project, path } = await createOwned();
  const label = await createLabel(owner, project, { name: "a/b? & c: 100%" });
  const subscription = subscriptionTo(path, by === "by its id" ? label.id : label.name);
  const subscribed = await owner.post(subscription);
  expect([subscribed.status, subscribed.body]).toEqual([201, { ...label, subscribed: true }]);
  expect(await owner.get(path)).toMatchObject({ body: [{ subscribed: true }] });
  expect(await owner.post(subscription)).toMatchObject(unchanged);
  const ended = await owner.delete(subscription);
  expect([ended.status, ended.body]).toEqual([200, label]);
  expect(await owner.delete(subscription)).toMatchObject(unchanged);
});

test("an id takes precedence over a title of the same digits, and a title of digits is found", async () => {
  const { owner, project, path } = await createOwned();
  const first = await createLabel(owner, project);
  const namesake = await createLabel(owner, project, { name: String(first.id) });
  expect(await owner.post(subscriptionTo(path, first.id))).toMatchObject({ status: 201, body: { id: first.id } });
  await ok(owner.delete(path, { name: first.name }));
  expect(await owner.post(subscriptionTo(path, first.id))).toMatchObject({ status: 201, body: { id: namesake.id } });
  const nought = await createLabel(owner, project, { name: "0" });
  expect(await owner.post(subscriptionTo(path, "0"))).toMatchObject({ status: 201, body: { id: nought.id } });
});

test("another project's label and an invalid one answer 404", async () => {
  const { owner, project, path } = await createOwned();
  const label = await createLabel(owner, project);
  const other = labelsOf(await createProject(owner));
  for (const subscription of [
    subscriptionTo(other, label.id),
    subscriptionTo(other, label.name),
    subscriptionTo(path, 999_999_999),
    subscriptionTo(path, "9".repeat(40)),
    subscriptionTo(path, "x".repeat(5_000)),
    subscriptionTo(path, `${label.id}x`),
  ]) {
    expect(await owner.post(subscription)).toMatchObject(missing);
    expect(await owner.delete(subscription)).toMatchObject(missing);
  }
});

test("a subscription belongs to one user", async () => {
  const { owner, project, path } = await createOwned({ visibility_level: 20 });
  const [reader, label] = await Promise.all([createUser(), createLabel(owner, project)]);
  await ok(reader.post(subscriptionTo(path, label.id)));
  expect(await owner.get(path)).toMatchObject({ body: [{ subscribed: false }] });
  expect(await owner.delete(subscriptionTo(path, label.id))).toMatchObject(unchanged);
  expect(await reader.get(path)).toMatchObject({ body: [{ subscribed: true }] });
});

test("of 20 concurrent subscriptions one succeeds", async () => {
  const { owner, project, path } = await createOwned();
  const label = await createLabel(owner, project);
  const answers = await Promise.all(Array.from({ length: 20 }, () => owner.post(subscriptionTo(path, label.id))));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([201, ...Array(19).fill(304)]);
});
