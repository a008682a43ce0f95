// No text that a user writes, and no parameter of a link, becomes HTML of a page.
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, test } from "vitest";
import { createAdmin, levels, ok, unique } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createGroup, createProject } from "../../support/factories.ts";
import { seedRepository } from "../../support/git.ts";
import { inParallel } from "../../support/in-parallel.ts";
import { once } from "../../support/once.ts";
import { sampled } from "../../support/sample.ts";
import { type PageNames, pagePatterns, pathOfPage, type Visitor, visit, visitorWith } from "./every-page.ts";

const HTML = `x"'><img src=x onerror=alert(1)><script>alert(1)</script></textarea></title>`;
const SCRIPT = "javascript:alert(1)//";
/** As much of it as git permits in a name of a branch. */
const BRANCH = `b"'><img/onerror=alert(1)>`;

const WALK = { timeout: 120_000 };
const AT_ONCE = 6;

/** Sends a request that may be refused: texts that the API does not take cannot be shown. */
const attempt = async (answer: Promise<{ status: number; body: { id?: number; iid?: number } | null }>) => {
  const { status, body } = await answer;
  return status < 300 ? body : null;
};

const createHostilePlace = once(async (): Promise<{ visitor: Visitor; names: PageNames }> => {
  const user = await createAdmin();
  await ok(user.put(`/users/${user.id}`, { name: HTML, bio: HTML, location: HTML, website_url: SCRIPT }));
  const group = await createGroup(user, { name: unique("group"), description: HTML });
  const project = await createProject(user, { namespace_id: group.id, description: HTML, visibility_level: 20 });
  const at = `/projects/${project.id}`;
  const file = `${HTML.replaceAll("/", "")}.md`;
  await seedRepository(user, project, { "README.md": `${HTML}\n\n[a](${SCRIPT}) ![b](${SCRIPT})\n`, [file]: HTML });
  const actions = [{ action: "create", file_path: "z.ts", content: HTML }];
  await ok(user.post(`${at}/repository/branches`, { branch_name: BRANCH, ref: "main" }));
  const commit = await ok(
    user.post(`${at}/repository/commits`, {
      branch_name: BRANCH,
      commit_message: `${HTML}\n\n${HTML}`,
      author_name: HTML,
      author_email: `${HTML}@x.example`,
      actions: actions as never,
    }),
  );
  const status = { state: "failed", name: HTML, description: HTML, target_url: SCRIPT, ref: BRANCH };
  await attempt(user.post(`${at}/statuses/${commit.id}`, status));
  await attempt(user.post(`${at}/statuses/${commit.id}`, { ...status, target_url: `https://x.example/${HTML}` }));
  await ok(user.post(`${at}/repository/commits/${commit.id}/comments`, { note: HTML }));
  await attempt(
    user.post(`${at}/repository/tags`, { tag_name: BRANCH, ref: "main", message: HTML, release_description: HTML }),
  );
  const label = await ok(user.post(`${at}/labels`, { name: HTML, color: "#fff", description: HTML }));
  const milestone = await ok(user.post(`${at}/milestones`, { title: HTML, description: HTML }));
  const texts = { title: HTML, description: `${HTML} [a](${SCRIPT}) <a href="${SCRIPT}">b</a>` };
  const issue = await ok(
    user.post(`${at}/issues`, { ...texts, labels: HTML, milestone_id: milestone.id, assignee_id: user.id }),
  );
  const note = await ok(user.post(`${at}/issues/${issue.id}/notes`, { body: HTML }));
  const request = { ...texts, source_branch: BRANCH, target_branch: "main", labels: HTML, assignee_id: user.id };
  const mergeRequest = await ok(user.post(`${at}/merge_requests`, request));
  await ok(user.post(`${at}/merge_requests/${mergeRequest.id}/notes`, { body: HTML }));
  await ok(user.post(`${at}/issues/${issue.id}/todo`));
  const hook = await attempt(user.post(`${at}/hooks`, { url: `http://127.0.0.1:9/${HTML}`, token: HTML }));
  await attempt(user.post("/user/personal_access_tokens", { name: HTML, scopes: ["api"] }));
  await attempt(user.post(`/groups/${group.id}/members`, { user_id: 1, access_level: levels.guest }));
  return {
    visitor: await visitorWith(user.token),
    names: {
      namespace: group.path,
      group: group.path,
      project: project.path,
      username: user.username,
      user: user.id,
      ref: BRANCH,
      sha: commit.id,
      tag: "v1",
      secret: "0".repeat(32),
      filename: "a.png",
      range: `main...${BRANCH}`,
      iid: issue.iid,
      mr_iid: mergeRequest.iid,
      milestone_iid: milestone.iid,
      label_id: label.id,
      note_id: note.id,
      hook: hook?.id ?? 1,
      delivery: 1,
    },
  };
});

type Node = DefaultTreeAdapterTypes.Node;

const elementsIn = (node: Node): DefaultTreeAdapterTypes.Element[] => [
  ...("tagName" in node ? [node] : []),
  ...("childNodes" in node ? node.childNodes.flatMap(elementsIn) : []),
];

/** Elements and attributes that no page makes: scripts of others, event handlers, styles, addresses that execute. */
const violationsIn = (html: string): string[] =>
  elementsIn(parse(html)).flatMap(({ tagName, attrs }) => {
    const source = attrs.find(({ name }) => name === "src")?.value ?? "";
    const isForeign = tagName === "script" && !/^\/-\/assets\/[a-z]+\.js$/.test(source);
    const executes = attrs.filter(
      ({ name, value }) =>
        name.startsWith("on") ||
        name === "style" ||
        (["href", "src", "action", "formaction"].includes(name) && /^\s*(?!https?:|mailto:)[\w+.-]*:/i.test(value)),
    );
    return [
      ...(isForeign || ["iframe", "object", "embed", "base"].includes(tagName) ? [tagName] : []),
      ...executes.map(({ name, value }) => `${tagName} ${name}=${value}`),
    ];
  });

/** The parameters that pages read. */
const parameters =
  `search state scope order action type kind view labels milestone author_id assignee_id iid ref from to
  path w whole expanded version comment edit_note return_to namespace_id page plain show visibility archived all entity_type
  entity_id created_before created_after project_id`.split(/\s+/);

test("no page has HTML of its texts, of its path or of its query", WALK, async () => {
  const { visitor, names } = await createHostilePlace();
  const found: string[] = [];
  let hostile = 0;
  const all = new URLSearchParams(parameters.map((name) => [name, name === "page" ? "1" : HTML]));
  const others = ["?search=%22%3E%3Cimg%20src=x%20onerror=a%3E", `?return_to=${SCRIPT}`];
  const paths = pagePatterns.flatMap((pattern, row) =>
    ["", `?${all}`, ...sampled(others, row, 2)].map((query) => pathOfPage(pattern, names) + query),
  );
  await inParallel(AT_ONCE, paths, async (path) => {
    const response = await visit(visitor, path);
    const text = await response.text();
    if (response.headers.get("content-type")?.startsWith("text/html") !== true) return;
    if (text.includes("&lt;img") || text.includes("onerror")) hostile += 1;
    found.push(...violationsIn(text).map((violation) => `${path}: ${violation}`));
  });
  expect(found).toEqual([]);
  expect(hostile, "pages with a hostile text").toBeGreaterThan(60);
});

test("no redirect leads to another server, and none has a header of its path", WALK, async () => {
  const { visitor, names } = await createHostilePlace();
  const hosts = ["//evil.example", "/\\evil.example", "/%2Fevil.example", "/%0d%0aset-cookie:%20a=b"];
  const paths = pagePatterns.flatMap((pattern, row) => {
    const path = pathOfPage(pattern, names);
    const all = [
      path,
      `/${path}/`,
      ...hosts.map((host) => `${host}${path}`),
      `${path}?${new URLSearchParams({
        return_to: "//evil.example",
        ref: "//evil.example",
        path: "//evil.example",
        from: "//evil.example",
        to: "//e.example",
      })}`,
    ];
    return sampled(all, row);
  });
  const leading: string[] = [];
  await inParallel(AT_ONCE, paths, async (path) => {
    const { headers } = await visit(visitor, path);
    const location = headers.get("location");
    if (location !== null && (!location.startsWith("/") || new URL(location, baseUrl).origin !== baseUrl))
      leading.push(`${path}: ${location}`);
    if (headers.has("set-cookie") && headers.get("set-cookie")?.includes("a=b")) leading.push(path);
  });
  expect(leading).toEqual([]);
});
