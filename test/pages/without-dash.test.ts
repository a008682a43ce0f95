// API v4's web_url leads to the pages.
import { expect, test } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { baseUrl, send } from "../support/api.ts";
import { createProject } from "../support/factories.ts";
import { v4 } from "../support/v4.ts";

test("an address with a dash leads to the page of the same address without it", async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  const { web_url } = await ok(owner.post(v4(`/projects/${project.id}/milestones`), { title: "v1" }));
  const { status, headers } = await send(`${web_url}?x=1`, { headers: { accept: "text/html" } });
  const page = `${baseUrl}/${project.path_with_namespace}/milestones/1`;
  expect([status, headers.get("location")]).toEqual([302, `${page}?x=1`]);
  // The page is for those who have signed in; a path without a page is 404.
  expect((await send(page, { headers: { accept: "text/html" } })).status).toBe(303);
});
