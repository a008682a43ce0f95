// How the pages answer addresses and forms that are not as they should be.
import { expect, test } from "vitest";
import { root } from "../support/actors.ts";
import { baseUrl } from "../support/api.ts";
import { Browser } from "../support/browser.ts";
import { createGroup, createProject } from "../support/factories.ts";
import { server } from "../support/server.ts";

const html = "text/html; charset=utf-8";

test.each(["GET", "HEAD"])("%s of an unknown address is a page of status 404 for a browser", async (method) => {
  const { status, headers } = await server.fetch(`${baseUrl}/-/nothing`, { method, headers: { accept: "text/html" } });
  expect([status, headers.get("content-type")]).toEqual([404, html]);
});

test("a query that is not valid UTF-8 is explained by a page of status 400", async () => {
  const { status, headers, text } = await new Browser().open("/-/explore?search=%FF");
  expect([status, headers.get("content-type"), text.includes("The request is not valid UTF-8.")]).toEqual([
    400,
    html,
    true,
  ]);
});

test("a form that is too large is refused by a page of status 413", async () => {
  const form = new URLSearchParams({ token: "x".repeat(1_500_000) });
  const { status, headers } = await new Browser().post("/-/sign_in", form);
  expect([status, headers.get("content-type")]).toEqual([413, html]);
});

test.each(["api", "docs"])("projects of a group named %s have pages", async (path) => {
  const group = await createGroup(root, { path, visibility_level: 20 });
  const project = await createProject(root, { namespace_id: group.id, visibility_level: 20 });
  const { status, text } = await new Browser().open(`/${path}/${project.path}`);
  expect([status, text.includes(project.name)]).toEqual([200, true]);
});

test("a page of a group named docs reports its own cost", async () => {
  const { headers } = await new Browser().open("/docs/nothing");
  expect(headers.get("server-timing")).toContain("round-trips=1");
});
