// Rate limits per token, per address and for failed sign-ins, on the rate limiter of `npm start` with small limits.
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateToken } from "../../src/permissions/token.ts";
import { send } from "../support/http-client.ts";
import { type PlainServer, startPlain } from "../support/plain-server.ts";

const ROOT_TOKEN = "root-token-of-the-limits";
const LIMITS = { API_TOKENS: 3, API_ADDRESSES: 8, GIT_TOKENS: 2, GIT_ADDRESSES: 4, FAILED_SIGN_INS: 3 };

let server: PlainServer;
beforeAll(async () => {
  server = await startPlain({ ROOT_TOKEN }, LIMITS);
});
afterAll(() => server.dispose());

/** An address and a user's token that no other test uses. */
interface Fresh {
  readonly address: string;
  readonly token: string;
}

let made = 0;

async function fresh(): Promise<Fresh> {
  made += 1;
  const headers = {
    "PRIVATE-TOKEN": ROOT_TOKEN,
    "cf-connecting-ip": `198.51.100.${made}`,
    "content-type": "application/json",
  };
  const create = async (path: string, values: object) => {
    const init = { method: "POST", headers, body: JSON.stringify(values), redirect: "manual" } as const;
    const response = await send(`${server.origin}/api/v3${path}`, init);
    return (await response.json()) as { id: number; token: string };
  };
  const user = { email: `u${made}@b.example`, name: "U", username: `u${made}`, password: "12345678" };
  const { id } = await create("/users", user);
  const { token } = await create(`/users/${id}/impersonation_tokens`, { name: "t", scopes: ["api"] });
  return { address: `203.0.113.${made}`, token };
}

/**
 * Its counters begin anew with each minute of the clock. A run that saw one begin proves nothing, and is
 * repeated with another address and another token.
 */
async function withinOneMinute<T>(run: (fresh: Fresh) => Promise<T>): Promise<T> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const own = await fresh();
    const before = minute();
    const result = await run(own);
    if (minute() === before) return result;
  }
}

const from = (address: string, path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  send(server.origin + path, { redirect: "manual", ...init, headers: { "cf-connecting-ip": address, ...headers } });

const asUser = (token: string) => ({ "PRIVATE-TOKEN": token });
const asGit = (token: string) => ({ authorization: `Basic ${btoa(`any:${token}`)}` });

const USER = "/api/v3/user";
const ANYONE = "/api/v3/version";
const GIT = "/no/project.git/info/refs?service=git-upload-pack";

/** The statuses of requests up to the limit of addresses, and of one more. */
const upToAddresses = [...Array.from({ length: LIMITS.API_ADDRESSES }, () => 200), 429];

/** The statuses of as many requests, one after the other. */
async function statuses(times: number, request: (n: number) => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push((await request(n)).status);
  return all;
}

test("the request beyond a token's limit is refused with GitLab's body and the time to wait", async () => {
  const { before, refused, body, sentAt } = await withinOneMinute(async ({ address, token }) => {
    const call = () => from(address, USER, asUser(token));
    const before = await statuses(LIMITS.API_TOKENS, call);
    const sentAt = Date.now() / 1000;
    const refused = await call();
    return { before, refused, body: await refused.json(), sentAt };
  });
  expect(before).toEqual([200, 200, 200]);
  expect([refused.status, body]).toEqual([
    429,
    { message: { error: "This endpoint has been requested too many times. Try again later." } },
  ]);
  const { "ratelimit-reset": reset, ...headers } = Object.fromEntries(refused.headers);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "retry-after": "60",
    "ratelimit-limit": "3",
    "ratelimit-remaining": "0",
    ratelimit: '"api-tokens";r=0;t=60',
    "ratelimit-policy": '"api-tokens";q=3;w=60',
    "x-request-id": expect.any(String),
    "access-control-allow-origin": "*",
  });
  expect(Number(reset) - sentAt).toBeGreaterThanOrEqual(60);
  expect(Number(reset) - sentAt).toBeLessThan(65);
});

test("a token's limit follows it to other addresses, and affects no other token", async () => {
  const result = await withinOneMinute(async ({ address, token }) => {
    const own = await statuses(4, (n) => from(`${address}${n}`, USER, asUser(token)));
    const other = await fresh();
    return [...own, ...(await statuses(1, () => from(address, USER, asUser(other.token))))];
  });
  expect(result).toEqual([200, 200, 200, 429, 200]);
});

test("API and git traffic of one token count separately", async () => {
  const result = await withinOneMinute(async ({ address, token }) => ({
    api: await statuses(4, () => from(address, USER, asUser(token))),
    git: await statuses(3, () => from(address, GIT, asGit(token))),
  }));
  expect(result).toEqual({ api: [200, 200, 200, 429], git: [404, 404, 429] });
});

test("git is refused with a text", async () => {
  const { response, text } = await withinOneMinute(async ({ address, token }) => {
    await statuses(LIMITS.GIT_TOKENS, () => from(address, GIT, asGit(token)));
    const response = await from(address, GIT, asGit(token));
    return { response, text: await response.text() };
  });
  expect([response.status, text, response.headers.get("retry-after"), response.headers.get("ratelimit")]).toEqual([
    429,
    "Too many requests. Try again in a minute.\n",
    "60",
    '"git-tokens";r=0;t=60',
  ]);
});

test.each([
  [ANYONE, upToAddresses],
  [GIT, [401, 401, 401, 401, 429]],
  ["/-/readiness", upToAddresses],
  ["/-/health", Array.from({ length: 9 }, () => 200)],
])("requests without a token count by address: %s", async (path, expected) => {
  const result = await withinOneMinute(async ({ address }) => [
    ...(await statuses(expected.length, () => from(address, path))),
    (await from(`${address}0`, path)).status,
  ]);
  expect(result).toEqual([...expected, expected[0]]);
});

test("a client that sends its whole body before it reads sees the refusal", async () => {
  const result = await withinOneMinute(async ({ address, token }) => {
    await statuses(LIMITS.API_TOKENS, () => from(address, USER, asUser(token)));
    const init = { method: "POST", body: new Uint8Array(5 * 1024 ** 2) };
    return await statuses(3, () => from(address, "/api/v3/projects", asUser(token), init));
  });
  expect(result).toEqual([429, 429, 429]);
});

test("X-Forwarded-For does not change the address", async () => {
  const result = await withinOneMinute(({ address }) =>
    statuses(upToAddresses.length, (n) => from(address, ANYONE, { "x-forwarded-for": `192.0.2.${n}` })),
  );
  expect(result).toEqual(upToAddresses);
});

test("the addresses of one IPv6 network count together", async () => {
  const result = await withinOneMinute(async ({ address }) => {
    const network = `2001:db8:${address.split(".").at(-1)}`;
    const same = ["::1", "::2", ":0:a:b:c:d", ":0::3", "::4:5", "::6:7:8", "::", ":0:0::9", "::a"];
    return statuses(10, (n) => from(`${network}${[...same, ":1::1"][n]}`, ANYONE));
  });
  expect(result).toEqual([...upToAddresses, 200]);
});

test("an empty token counts by address", async () => {
  const result = await withinOneMinute(({ address }) =>
    statuses(upToAddresses.length, () => from(address, ANYONE, asUser(""))),
  );
  expect(result).toEqual(upToAddresses);
});

test("invented tokens that are well-formed count by address, too", async () => {
  const result = await withinOneMinute(({ address }) =>
    statuses(upToAddresses.length, () => from(address, ANYONE, asUser(generateToken()))),
  );
  expect(result).toEqual(upToAddresses);
});

const wrong: [string, (address: string) => Promise<Response>][] = [
  ["a malformed token", (address) => from(address, USER, asUser("guess"))],
  ["a well-formed token", (address) => from(address, USER, asUser(generateToken()))],
  ["a token in the query", (address) => from(address, `${USER}?private%5Ftoken=guess`)],
  [
    "a token in the body",
    (address) => {
      const body = new URLSearchParams({ private_token: "guess" });
      return from(address, "/api/v3/groups", {}, { method: "POST", body });
    },
  ],
  ["git's password", (address) => from(address, GIT, asGit(generateToken()))],
];

test.each(wrong)("%s that is wrong is refused with 429 once three have failed", async (_, attempt) => {
  const result = await withinOneMinute(async ({ address }) => {
    const tried = await statuses(LIMITS.FAILED_SIGN_INS, () => attempt(address));
    const refused = await attempt(address);
    return [...tried, refused.status, refused.headers.get("ratelimit"), refused.headers.get("www-authenticate")];
  });
  expect(result).toEqual([401, 401, 401, 429, '"failed-sign-ins";r=0;t=60', null]);
});

test("an address with too many failures can still read anonymously and use tokens seen to be valid, but no others", async () => {
  const result = await withinOneMinute(async ({ address, token }) => {
    const before = await statuses(1, () => from(address, USER, asUser(token)));
    const guesses = await statuses(4, () => from(address, USER, asUser("guess")));
    const other = await fresh();
    return {
      before,
      guesses,
      known: (await from(address, USER, asUser(token))).status,
      anonymous: (await from(address, ANYONE)).status,
      right: (await from(address, USER, asUser(other.token))).headers.get("ratelimit"),
      elsewhere: (await from(`${address}0`, USER, asUser(other.token))).status,
    };
  });
  expect(result).toEqual({
    before: [200],
    guesses: [401, 401, 401, 429],
    known: 200,
    anonymous: 200,
    right: '"failed-sign-ins";r=0;t=60',
    elsewhere: 200,
  });
});

test("a valid token in a header does not shield guesses in bodies", async () => {
  const result = await withinOneMinute(async ({ address, token }) => {
    const guess = (private_token: string) => {
      const body = new URLSearchParams({ private_token, name: "n", path: "p" });
      return from(address, "/api/v3/groups", asUser(token), { method: "POST", body });
    };
    const before = await statuses(1, () => from(address, USER, asUser(token)));
    const guesses = await statuses(2, () => guess("guess"));
    const other = await fresh();
    const more = await statuses(2, () => from(address, USER, asUser("guess")));
    const right = [await guess(other.token), await guess(ROOT_TOKEN)];
    return [...before, ...guesses, ...more, ...right.map(({ headers }) => headers.get("ratelimit"))];
  });
  const refused = '"failed-sign-ins";r=0;t=60';
  expect(result).toEqual([200, 401, 401, 401, 429, refused, refused]);
});

test("a valid token in a body does not free an invented one in the header from the address's limit", async () => {
  const result = await withinOneMinute(async ({ address, token }) => {
    const invented = generateToken();
    const post = (path: string, fields: object) => {
      const body = new URLSearchParams({ private_token: token, ...fields });
      return from(address, path, asUser(invented), { method: "POST", body });
    };
    const posts = [await post("/api/v3/groups", {}), await post("/api/v3/groups", { sudo: "x" })];
    const last = await post("/api/v3/groups", {});
    const left = await statuses(LIMITS.API_ADDRESSES - 2, () => from(address, ANYONE));
    return [...[...posts, last].map(({ status }) => status), ...left];
  });
  expect(result).toEqual([400, 403, 400, 200, 200, 200, 200, 200, 429]);
});

const large = { method: "POST", body: new Uint8Array(2 * 1024 ** 2) };
test.each<[string, number, (address: string) => Promise<Response>]>([
  ["read what is public", 200, (address) => from(address, ANYONE, asUser("guess"))],
  ["read what only administrators see", 404, (address) => from(address, "/api/v3/projects/1", asUser("guess"))],
  [
    "send a body that is too large for the anonymous",
    413,
    (address) => from(address, "/api/v3/groups", asUser("guess"), large),
  ],
])("guesses of ROOT_TOKEN that %s are failed sign-ins", async (_, status, guess) => {
  const result = await withinOneMinute(({ address }) => statuses(4, () => guess(address)));
  expect(result).toEqual([status, status, status, 429]);
});

test("a 401 without credentials is no failed sign-in", async () => {
  const result = await withinOneMinute(async ({ address, token }) => [
    ...(await statuses(4, () => from(address, USER))),
    (await from(address, USER, asUser(token))).status,
  ]);
  expect(result).toEqual([401, 401, 401, 401, 200]);
});

test("ROOT_TOKEN is not limited", async () => {
  const result = await withinOneMinute(({ address }) => statuses(10, () => from(address, USER, asUser(ROOT_TOKEN))));
  expect(new Set(result)).toEqual(new Set([200]));
});

/** The cookies that a response sets, and the CSRF token of its form. */
async function formOf(response: Response) {
  const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  const html = await response.text();
  return { cookies, csrf: /name="authenticity_token" value="([^"]*)"/.exec(html)?.[1] ?? "" };
}

const SIGN_IN = "/-/sign_in";
const browser = { accept: "text/html" };

const sendForm = (address: string, path: string, cookie: string, fields: Record<string, string>) =>
  from(address, path, { ...browser, cookie }, { method: "POST", body: new URLSearchParams(fields) });

/** A session of the token's owner, and the CSRF token of its forms. */
async function signIn(address: string, token: string) {
  const { cookies, csrf } = await formOf(await from(address, SIGN_IN, browser));
  const signedIn = await sendForm(address, SIGN_IN, cookies.join("; "), { authenticity_token: csrf, token });
  const cookie = (await formOf(signedIn)).cookies.find((one) => one.startsWith("tributary_session")) ?? "";
  return { cookie, authenticity_token: (await formOf(await from(address, SIGN_IN, { ...browser, cookie }))).csrf };
}

test.each(["without a session", "with a session"])(
  "guesses on the sign-in page %s are failed sign-ins",
  async (who) => {
    const result = await withinOneMinute(async ({ address, token }) => {
      const elsewhere = `${address}0`;
      const visitor = async () => {
        const { cookies, csrf } = await formOf(await from(elsewhere, SIGN_IN, browser));
        return { cookie: cookies.join("; "), authenticity_token: csrf };
      };
      const { cookie, authenticity_token } = await (who === "with a session" ? signIn(elsewhere, token) : visitor());
      return statuses(4, (n) => sendForm(address, SIGN_IN, cookie, { authenticity_token, token: `guess ${n}` }));
    });
    expect(result).toEqual([401, 401, 401, 429]);
  },
);
