// No action can be forged: neither by another site, nor by another visitor.
import { describe, expect, test } from "vitest";
import { createAdmin } from "../../support/actors.ts";
import { baseUrl, readCost } from "../../support/api.ts";
import { once } from "../../support/once.ts";
import { actionPatterns, pathOfPage, type Visitor, visit, visitorWith } from "./every-page.ts";

/** The check precedes every other, so that any names will do. */
const anything = new Proxy({}, { get: () => "1" });

const someone = once(async () => {
  const [admin, other] = await Promise.all([createAdmin(), createAdmin()]);
  return { own: await visitorWith(admin.token), other: await visitorWith(other.token) };
});

const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields), headers: { origin: baseUrl } });
const multipart = (token: string) => {
  const body = new FormData();
  body.set("authenticity_token", token);
  return { body };
};
const typed = (type: string, body: string) => ({ body, headers: { "content-type": type } });

const forgeries: [string, (own: Visitor, other: Visitor) => RequestInit][] = [
  ["without a token", () => form({})],
  ["with an empty token", () => form({ authenticity_token: "" })],
  ["with another session's token", (_, other) => form({ authenticity_token: other.csrf })],
  ["with the session's cookie as the token", ({ cookie }) => form({ authenticity_token: cookie.split("=")[1] ?? "" })],
  ["with a list of tokens", ({ csrf }) => form({ "authenticity_token[]": csrf })],
  [
    "of another site",
    ({ csrf }) => ({ ...form({ authenticity_token: csrf }), headers: { origin: "https://evil.example" } }),
  ],
  ["of an opaque origin", ({ csrf }) => ({ ...form({ authenticity_token: csrf }), headers: { origin: "null" } })],
  ["of another port", ({ csrf }) => ({ ...form({ authenticity_token: csrf }), headers: { origin: `${baseUrl}1` } })],
  ["in parts, with another session's token", (_, other) => multipart(other.csrf)],
  ["as plain text", ({ csrf }) => typed("text/plain", `authenticity_token=${csrf}`)],
  ["as JSON without a token", () => typed("application/json", '{"authenticity_token":null}')],
  ["without a body", () => ({})],
];

describe.each(forgeries)("a form %s", (_, forge) => {
  test("is refused by every action before it reads or changes anything", async () => {
    const { own, other } = await someone();
    const answers = [];
    for (const pattern of actionPatterns) {
      const path = pathOfPage(pattern, anything);
      const response = await visit(own, path, { method: "POST", ...forge(own, other) });
      const text = (await response.text()).includes("This form has expired");
      // The only statement is that of the name in the top bar.
      const { statements } = readCost(response.headers.get("server-timing") ?? "");
      answers.push({ pattern, status: response.status, text, statements });
    }
    const refused = { status: 403, text: true, statements: 1 };
    expect(answers).toEqual(actionPatterns.map((pattern) => ({ pattern, ...refused })));
  });
});

test("the token in the query does not replace the one in the form", async () => {
  const { own } = await someone();
  const path = `/-/sign_out?authenticity_token=${own.csrf}`;
  const { status } = await visit(own, path, { method: "POST", body: new URLSearchParams({ a: "b" }) });
  expect(status).toBe(403);
});

test("a GET performs no action", async () => {
  const { own } = await someone();
  const statuses = [];
  for (const pattern of ["/-/sign_out", "/-/todos/done", "/-/profile/sessions/end_others"]) {
    statuses.push((await visit(own, `${pattern}?authenticity_token=${own.csrf}`)).status);
  }
  expect(statuses).toEqual([404, 404, 404]);
});
