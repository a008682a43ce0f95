// GET /projects/:id/merge_requests
import { expect, test } from "vitest";
import { createUser, ok } from "../../../support/actors.ts";
import { listing, pageThrough } from "../../../support/lists.ts";
import { createMergeRequest, createProposing } from "../../../support/merge-requests.ts";

/** Four, in the states opened, reopened, closed, opened; the first was edited last. */
async function four() {
  const context = await createProposing();
  const { owner, project, path } = context;
  const [first, second, third, fourth] = [
    await createMergeRequest(owner, project, { source_branch: "a" }),
    await createMergeRequest(owner, project, { source_branch: "b" }),
    await createMergeRequest(owner, project, { source_branch: "c" }),
    await createMergeRequest(owner, project, { source_branch: "d" }),
  ];
  await ok(owner.put(`${path}/${third.id}`, { state_event: "close" }));
  await ok(owner.put(`${path}/${second.id}`, { state_event: "close" }));
  await ok(owner.put(`${path}/${second.id}`, { state_event: "reopen" }));
  await ok(owner.put(`${path}/${first.id}`, { title: "edited" }));
  return { ...context, first, second, third, fourth };
}

test("the list is newest first, and can be filtered by state and iid and sorted", async () => {
  const { owner, path, first, second, third, fourth } = await four();
  const lists: [string, object[]][] = [
    ["", [fourth, third, second, first]],
    ["?state=all&sort=asc", [first, second, third, fourth]],
    ["?state", [fourth, third, second, first]],
    ["?state=opened", [fourth, second, first]],
    ["?state=closed", [third]],
    ["?state=merged", []],
    ["?order_by=updated_at", [first, second, third, fourth]],
    ["?order_by=updated_at&sort=asc&state=opened", [fourth, second, first]],
    ["?iid=3", [third]],
    ["?iid[]=1&iid[]=4&iid[]=99", [fourth, first]],
    ["?iid[]=1&iid[]=3&state=opened", [first]],
    ["?iid=77", []],
  ];
  for (const [query, expected] of lists) {
    const answer = await owner.get(path + query);
    expect({ query, ...answer }).toMatchObject({
      query,
      status: 200,
      body: expected.map((one) => ({ id: Reflect.get(one, "id") })),
    });
    expect({ query, length: answer.body.length, total: answer.headers.get("x-total") }).toEqual({
      query,
      length: expected.length,
      total: String(expected.length),
    });
  }
});

test("pages are whole, in order, and have the total", async () => {
  const { owner, path, first, second, third, fourth } = await four();
  const { rows, totals } = await pageThrough(owner, path, { sort: "asc" });
  expect({ ids: rows.map(({ id }) => id), totals }).toEqual({
    ids: [first, second, third, fourth].map(({ id }) => id),
    totals: new Set([4]),
  });
  expect(await owner.get(`${path}?page=9`)).toMatchObject(listing());
});

test.each([
  ["state", "state=open", "state does not have a valid value"],
  ["an empty state", "state=", "state does not have a valid value"],
  ["iid", "iid=x", "iid is invalid"],
  ["order", "order_by=title", "order_by does not have a valid value"],
  ["sort", "sort=up", "sort does not have a valid value"],
])("refuses an unknown %s", async (_, query, error) => {
  const { owner, path } = await createProposing();
  expect(await owner.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { error } });
});

test("the list has the shape of a single answer, with the stored status, and `subscribed` for its reader", async () => {
  const { owner, project, path } = await createProposing({ visibility_level: 20 });
  const { id } = await createMergeRequest(owner, project, { labels: "x,a", description: "d" });
  expect(await owner.get(path)).toMatchObject({ body: [{ id, merge_status: "unchecked" }] });
  const single = await ok(owner.get(`${path}/${id}`));
  expect(single.merge_status).toBe("can_be_merged");
  expect(await owner.get(path)).toMatchObject({ status: 200, body: [single] });
  const stranger = await createUser();
  expect(await stranger.get(path)).toMatchObject({ status: 200, body: [{ ...single, subscribed: false }] });
});

test("a deleted merge request is gone from the list and its total", async () => {
  const { owner, path, third } = await four();
  await ok(owner.delete(`${path}/${third.id}`));
  const answer = await owner.get(`${path}?state=closed`);
  expect(answer).toMatchObject({ status: 200, body: [] });
  expect(answer.headers.get("x-total")).toBe("0");
});
