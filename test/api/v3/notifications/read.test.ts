// GET /notifications, POST /notifications/:id/read, POST /notifications/read
import { describe, expect, test } from "vitest";
import { anonymous, createUser, ok, root } from "../../../support/actors.ts";
import { createIssue, createProject } from "../../../support/factories.ts";
import { notificationsOf } from "./notifications.ts";

/** A user with this many notifications for comments on their issue. */
async function createTold(count: number) {
  const [author, owner] = await Promise.all([createUser(), createUser()]);
  const project = await createProject(owner, { visibility_level: 20 });
  const issue = await createIssue(author, project);
  const notes = `/projects/${project.id}/issues/${issue.id}/notes`;
  for (let number = 1; number <= count; number += 1) await ok(owner.post(notes, { body: `Number ${number}` }));
  const notifications = await notificationsOf(author, count);
  return { author, owner, project, issue, ids: notifications.map(({ id }) => id) };
}

const bodies = (list: { body: string }[]) => list.map(({ body }) => body);

test("the list has unread ones first, then the newest, in pages with exact totals, and can be filtered by `unread`", async () => {
  const { author, ids } = await createTold(4);
  await ok(author.post(`/notifications/${ids[3]}/read`));
  await ok(author.post(`/notifications/${ids[1]}/read`));
  const first = await author.get("/notifications", { per_page: 3 });
  expect(bodies(first.body)).toEqual(["Number 3", "Number 1", "Number 4"]);
  expect(first.body.map(({ unread }: { unread: boolean }) => unread)).toEqual([true, true, false]);
  expect(first.headers.get("x-total")).toBe("4");
  const second = await author.get("/notifications", { per_page: 3, page: 2 });
  expect(bodies(second.body)).toEqual(["Number 2"]);
  const unread = await author.get("/notifications", { unread: true });
  expect([bodies(unread.body), unread.headers.get("x-total")]).toEqual([["Number 3", "Number 1"], "2"]);
  const read = await author.get("/notifications", { unread: false });
  expect([bodies(read.body), read.headers.get("x-total")]).toEqual([["Number 4", "Number 2"], "2"]);
  expect(first.cost.roundTrips).toBe(1);
});

describe("marking one as read", () => {
  test("answers it, the second time too", async () => {
    const { author, ids } = await createTold(1);
    const [listed] = await ok(author.get("/notifications"));
    for (let time = 1; time <= 2; time += 1) {
      const { status, body, cost } = await author.post(`/notifications/${ids[0]}/read`);
      expect({ status, body, isCheap: cost.roundTrips <= 3 }).toEqual({
        status: 201,
        body: { ...listed, unread: false },
        isCheap: true,
      });
    }
  });

  test("of somebody else is 404, for an administrator too, and leaves it unread", async () => {
    const { author, owner, ids } = await createTold(1);
    for (const other of [owner, root]) {
      const { status, body } = await other.post(`/notifications/${ids[0]}/read`);
      expect({ status, body }).toEqual({ status: 404, body: { message: "404 Not found" } });
    }
    expect(await ok(author.get("/notifications"))).toMatchObject([{ unread: true }]);
  });

  test("with an invisible target is 404, and leaves it out of the total", async () => {
    const { author, owner, project, ids } = await createTold(2);
    await ok(owner.put(`/projects/${project.id}`, { visibility_level: 0 }));
    expect(await author.post(`/notifications/${ids[0]}/read`)).toMatchObject({ status: 404 });
    expect(await author.post("/notifications/read")).toMatchObject({ status: 201, body: 0 });
    await ok(owner.put(`/projects/${project.id}`, { visibility_level: 20 }));
    expect(await ok(author.get("/notifications", { unread: true }))).toHaveLength(2);
  });
});

test("marking all as read answers their number", async () => {
  const { author, ids } = await createTold(3);
  await ok(author.post(`/notifications/${ids[0]}/read`));
  expect(await author.post("/notifications/read")).toMatchObject({ status: 201, body: 2, cost: { roundTrips: 2 } });
  expect(await author.post("/notifications/read")).toMatchObject({ status: 201, body: 0 });
  expect(await ok(author.get("/notifications", { unread: true }))).toEqual([]);
});

test("notifications survive the deletion of their note, and not that of their issue", async () => {
  const { author, owner, project, issue } = await createTold(1);
  const path = `/projects/${project.id}/issues/${issue.id}`;
  const [note] = await ok(owner.get(`${path}/notes`));
  await ok(owner.delete(`${path}/notes/${note.id}`));
  const [left] = await ok(author.get("/notifications"));
  expect(left).toMatchObject({ body: left.target.title, target_url: left.target.web_url });
  await ok(owner.delete(path));
  const { body, headers } = await author.get("/notifications");
  expect({ body, total: headers.get("x-total") }).toEqual({ body: [], total: "0" });
});

test.each(["GET /notifications", "POST /notifications/read", "POST /notifications/1/read"])(
  "%s is 401 for anonymous callers",
  async (route) => {
    const [method, path = ""] = route.split(" ");
    const { status, body } = await (method === "GET" ? anonymous.get(path) : anonymous.post(path));
    expect({ status, body }).toEqual({ status: 401, body: { message: "401 Unauthorized" } });
  },
);
