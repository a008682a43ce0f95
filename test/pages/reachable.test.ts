// Every page is found by links from the start page, and none of its links is dead
import { expect, test } from "vitest";
import { matchPage, pageRoutes } from "../../src/pages/router.ts";
import { createAdmin, ok } from "../support/actors.ts";
import type { Browser, ShownPage } from "../support/browser.ts";
import { createFullIssue, createGroup, createProject } from "../support/factories.ts";
import { seedRepository } from "../support/git.ts";
import { createFullMergeRequest } from "../support/merge-requests.ts";
import { browserOf } from "../support/pages.ts";

/** Served beside the pages. */
const besides = /^\/(?:docs|-\/assets)\/|\.git$/;
/** Left when signing in, typed, there only once something was delivered, or linked by texts and the API. */
const elsewhere = /^\/-\/sign_in$|^\/(?:groups|projects)$|\/deliveries\/|\/tags\/:|\/downloads\/|\/uploads\//;
/** Pages of one route that are opened. */
const MOST_OPENED = 4;

/** A project of a group with something on each of its pages, and an administrator who owns them. */
async function createScene() {
  const owner = await createAdmin();
  const group = await createGroup(owner);
  const project = await createProject(owner, { namespace_id: group.id });
  await createFullIssue(owner, project);
  await seedRepository(owner, project, { "README.md": "Read me\n", "lib/a.txt": "a\n" });
  const at = `/projects/${project.id}`;
  await ok(owner.post(`${at}/repository/tags`, { tag_name: "v1", ref: "main", release_description: "New" }));
  await ok(owner.post(`${at}/repository/branches`, { branch_name: "topic", ref: "main" }));
  await createFullMergeRequest(owner, project, { source_branch: "v1" });
  await ok(owner.post(`${at}/hooks`, { url: "http://127.0.0.1:9/" }));
  await ok(owner.post(`/groups/${group.id}/hooks`, { url: "http://127.0.0.1:9/" }));
  const hook = await ok(owner.post("/hooks", { url: "http://127.0.0.1:9/" }));
  const isOwn = (path: string, route: string) =>
    !/^\/(?::|groups\/:)/.test(route) || path.includes(`/${group.path}`) || path.split(/[/.]/)[1] === owner.username;
  return {
    owner,
    isOwn,
    async [Symbol.asyncDispose]() {
      await ok(owner.delete(`/hooks/${hook.id}`));
    },
  };
}

const unescaped = (text: string): string =>
  text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');

/** Where links and forms of GET lead, on this server. */
function targetsOf({ html, path }: ShownPage): URL[] {
  const links = [...html.matchAll(/<(?:a|link)\b[^>]*? href="([^"]*)"/g)].map(([, href = ""]) => href);
  const forms = [...html.matchAll(/<form(?![^>]*method="post")[^>]* action="([^"]*)"/g)].map(
    ([, action = ""]) => action,
  );
  const base = new URL(path, "http://here");
  return [...links, ...forms].map((one) => new URL(unescaped(one), base)).filter(({ host }) => host === base.host);
}

async function walk(browser: Browser, isOwn: (path: string, route: string) => boolean) {
  const opened = new Map([["/", 1]]);
  const dead: string[] = [];
  const seen = new Set(["/"]);
  for (const path of seen) {
    const page = await browser.open(path);
    if (page.status !== 200) dead.push(`${path}: ${page.status}`);
    for (const { pathname, search } of targetsOf(page)) {
      const route = matchPage("GET", pathname)?.route.pattern;
      if (route === undefined && !besides.test(pathname)) dead.push(`${path} links ${pathname}`);
      const count = opened.get(route ?? "") ?? 0;
      if (route === undefined || !isOwn(pathname, route) || seen.has(pathname + search) || count >= MOST_OPENED)
        continue;
      opened.set(route, count + 1);
      seen.add(pathname + search);
    }
  }
  return { found: [...opened.keys()], dead };
}

test("an administrator finds every page by links", async () => {
  await using scene = await createScene();
  const { found, dead } = await walk(await browserOf(scene.owner), scene.isOwn);
  const routes = pageRoutes.flatMap((route) => /^GET (.*)/.exec(route)?.[1] ?? []);
  const hidden = routes.filter((route) => !found.includes(route) && !elsewhere.test(route));
  expect({ hidden, dead }).toEqual({ hidden: [], dead: [] });
});
