// What browsers and caches may do with the responses of the pages.
import { expect, test } from "vitest";
import { createUser, ok } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createProject } from "../../support/factories.ts";
import { seedRepository } from "../../support/git.ts";
import { once } from "../../support/once.ts";
import { pagePatterns, pathOfPage, sendForm, type Visitor, visit, visitorWith } from "./every-page.ts";

const place = once(async () => {
  const owner = await createUser();
  const project = await createProject(owner, { visibility_level: 20 });
  await seedRepository(owner, project, { "README.md": "Read me\n", "page.html": "<script>alert(1)</script>" });
  await ok(owner.post(`/projects/${project.id}/issues`, { title: "An issue" }));
  const names: Readonly<Record<string, string>> = { namespace: owner.username, username: owner.username };
  const all = new Proxy(
    { ...names, project: project.path, ref: "main", sha: "main", range: "main...main" },
    {
      get: (known: Record<string, string>, name: string) => known[name] ?? "1",
    },
  );
  return { names: all, anonymous: await visitorWith(null), owner: await visitorWith(owner.token) };
});

const inertPolicies = ["default-src 'none'", "default-src 'none'; sandbox"];

test.each(["anonymous", "owner"] as const)(
  "no response to the visitor who is %s is for shared caches, and none of HTML is without a policy",
  async (who) => {
    const { names, [who]: visitor } = await place();
    const wrong: unknown[] = [];
    for (const pattern of pagePatterns) {
      const response = await visit(visitor, pathOfPage(pattern, names));
      const { headers, status } = response;
      await response.body?.cancel();
      const [cache, type, policy] = ["cache-control", "content-type", "content-security-policy"].map((name) =>
        headers.get(name),
      );
      const isPrivate = cache === "no-store" || (cache === "private, no-cache" && headers.get("vary") === "Cookie");
      const isInert = type === null || type === undefined || type === "application/zip" || type === "application/gzip";
      const isSniffed = !isInert && headers.get("x-content-type-options") !== "nosniff";
      const isOpen =
        type?.startsWith("text/html") === true
          ? !/frame-ancestors 'none'/.test(policy ?? "")
          : type?.includes("xml") === true && !inertPolicies.includes(policy ?? "");
      if (!isPrivate || isSniffed || isOpen) wrong.push({ pattern, status, cache, type, policy });
    }
    expect(wrong).toEqual([]);
  },
);

const unreadable: [string, number, (visitor: Visitor) => Promise<Response>][] = [
  ["a query that is no UTF-8", 400, (visitor) => visit(visitor, "/-/explore?search=%ff")],
  ["a query of too many parameters", 400, (visitor) => visit(visitor, `/-/explore?${"a&".repeat(1001)}`)],
  [
    "a form of too many fields",
    400,
    (visitor) => sendForm(visitor, "/-/sign_out", Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [n, ""]))),
  ],
  [
    "a form of another type",
    406,
    (visitor) =>
      visit(visitor, "/-/sign_out", {
        method: "POST",
        body: "<a/>",
        headers: { "content-type": "text/xml", origin: baseUrl },
      }),
  ],
];

test.each(unreadable)("%s is refused by a page", async (_, status, request) => {
  const { owner } = await place();
  const response = await request(owner);
  const text = await response.text();
  expect([response.status, response.headers.get("content-type"), text.includes("This was refused")]).toEqual([
    status,
    "text/html; charset=utf-8",
    true,
  ]);
});

test("signing out clears the pages that the browser keeps", async () => {
  const visitor = await visitorWith((await createUser()).token);
  const { status, headers } = await sendForm(visitor, "/-/sign_out", {});
  expect([status, headers.get("clear-site-data")]).toEqual([303, '"cache"']);
});

test("a page with a new secret is stored nowhere", async () => {
  const { owner } = await place();
  const fields = { name: "laptop", scope_api: "true" };
  const response = await sendForm(owner, "/-/profile/personal_access_tokens", fields);
  const hasToken = /trb_[0-9A-Za-z]{36}/.test(await response.text());
  expect([hasToken, response.headers.get("cache-control")]).toEqual([true, "no-store"]);
});
