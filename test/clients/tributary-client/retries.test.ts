// With `retries` the built package tributary-client repeats what may be repeated.
import { createClient, type TributaryClient } from "tributary-client";
import { expect, test } from "vitest";
import { createUser } from "../../support/actors.ts";
import { baseUrl } from "../../support/api.ts";
import { createProject } from "../../support/factories.ts";
import { errorOf } from "./connect.ts";

const refusal = (status: number) =>
  Response.json({ message: `Refused with ${status}` }, { status, headers: { "Retry-After": "0" } });

/** A client that gets these answers, one after the other, and the requests that it has sent. */
function answered(
  answers: readonly (Response | Error)[],
  retries: number,
): { client: TributaryClient; sent: Request[] } {
  const sent: Request[] = [];
  const send = async (request: Request): Promise<Response> => {
    const answer = answers[sent.length];
    sent.push(request);
    if (answer instanceof Response) return answer;
    throw answer;
  };
  return { client: createClient({ url: baseUrl, token: "t", retries, fetch: send }), sent };
}

const create = (client: TributaryClient, name = "delta") => client.POST("/projects", { body: { name } });

test("a 429 is thrown without retries, with the seconds to wait", async () => {
  const { client, sent } = answered([refusal(429)], 0);
  expect(await errorOf(create(client))).toMatchObject({ status: 429, retryAfter: 0 });
  expect(sent).toHaveLength(1);
});

test.each<[string, Response[], (client: TributaryClient) => Promise<unknown>]>([
  ["a 429 of a DELETE", [refusal(429)], (client) => client.DELETE("/todos")],
  ["a 429, twice", [refusal(429), refusal(429)], (client) => client.GET("/user")],
  ["a 503 of a GET", [refusal(503)], (client) => client.GET("/user")],
  ["a 503 of a POST", [refusal(503)], create],
  ["a 409 of a POST in progress", [refusal(409)], create],
])("%s is repeated", async (_, answers, call) => {
  const { client, sent } = answered([...answers, Response.json({})], 3);
  await call(client);
  expect(sent).toHaveLength(answers.length + 1);
});

test.each<[string, Response, (client: TributaryClient) => Promise<unknown>]>([
  ["a 503 of a DELETE", refusal(503), (client) => client.DELETE("/todos")],
  ["a 409 without Retry-After", Response.json({ message: "Taken" }, { status: 409 }), create],
  ["a 400", refusal(400), create],
])("%s is not repeated", async (_, answer, call) => {
  const { client, sent } = answered([answer], 3);
  expect(await errorOf(call(client))).toMatchObject({ status: answer.status });
  expect(sent).toHaveLength(1);
});

test("no more is tried than the caller allows", async () => {
  const { client, sent } = answered([refusal(429), refusal(429), refusal(429)], 2);
  expect(await errorOf(create(client))).toMatchObject({ status: 429 });
  expect(sent).toHaveLength(3);
});

test("a broken DELETE is not repeated", async () => {
  const failure = new TypeError("fetch failed");
  const { client, sent } = answered([failure], 3);
  await expect(client.DELETE("/todos")).rejects.toBe(failure);
  expect(sent).toHaveLength(1);
});

test("a POST whose response was lost is carried out once", async () => {
  const user = await createUser();
  const { id } = await createProject(user);
  let count = 0;
  const client = createClient({
    url: baseUrl,
    token: user.token ?? undefined,
    retries: 1,
    fetch: async (request) => {
      const response = await fetch(request);
      count += 1;
      return count === 1 ? refusal(502) : response;
    },
  });
  const params = { path: { id } };
  const { response } = await client.POST("/projects/{id}/issues", { params, body: { title: "Once" } });
  const { data: issues } = await client.GET("/projects/{id}/issues", { params });
  expect({ replayed: response.headers.get("idempotency-replayed"), issues: issues.length }).toEqual({
    replayed: "true",
    issues: 1,
  });
});

test("a caller's own key is kept, and each request has another one otherwise", async () => {
  const { client, sent } = answered(
    [1, 2, 3].map(() => Response.json({})),
    1,
  );
  await client.POST("/projects", { params: { header: { "Idempotency-Key": "mine" } }, body: { name: "a" } });
  await create(client);
  await create(client);
  const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
  expect({ first: keys[0], distinct: new Set(keys).size }).toEqual({ first: "mine", distinct: 3 });
});

test("waiting ends when the call is cancelled", async () => {
  const controller = new AbortController();
  const late = Response.json({}, { status: 429, headers: { "Retry-After": "3600" } });
  const client = createClient({
    url: baseUrl,
    retries: 1,
    fetch: async () => {
      queueMicrotask(() => controller.abort());
      return late;
    },
  });
  await expect(client.GET("/user", { signal: controller.signal })).rejects.toMatchObject({ name: "AbortError" });
});
