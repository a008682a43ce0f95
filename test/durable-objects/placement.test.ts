// Placement of new repositories: the location hint of the first call of each Durable Object.
import { describe, expect, test } from "vitest";
import { once } from "../support/once.ts";
import { OwnWorker } from "../support/own-worker.ts";

/** A call of a namespace's `get`. */
interface Get {
  readonly name: string;
  readonly hint: string | undefined;
}

interface Namespace {
  get(id: { readonly name: string }, options?: { readonly locationHint?: string }): object;
}

async function start(vars: Readonly<Record<string, string>>) {
  const gets: Get[] = [];
  const recording = (namespace: object): object => {
    const { get, ...rest } = asNamespace(namespace);
    return {
      ...rest,
      get(id: { readonly name: string }, options?: { readonly locationHint?: string }) {
        gets.push({ name: id.name, hint: options?.locationHint });
        return get(id);
      },
    };
  };
  return { worker: await OwnWorker.start(vars, { repositories: recording }), gets };
}

const asNamespace = (namespace: object) => namespace as Namespace;

type Recorded = Awaited<ReturnType<typeof start>>;

let count = 0;

/** The hints of all calls of the object of a project that a client creates there, the first call first. */
async function hintsOf({ worker, gets }: Recorded, cf: object | undefined): Promise<(string | undefined)[]> {
  count += 1;
  const options = { body: { name: `p${count}` }, ...(cf && { cf }) };
  const { id } = await worker.ok("POST", "/projects", options);
  await worker.settle();
  await worker.ok("GET", `/projects/${id}/repository/branches`, { cf: { continent: "OC" } });
  return gets.filter(({ name }) => name === String(id)).map(({ hint }) => hint);
}

const nearCreator = once(() => start({}));

describe("near the user who creates the project", () => {
  test.each([
    ["Seattle", "NA", -122.3, 47.6, "wnam"],
    ["Denver", "NA", -105, 39.7, "wnam"],
    ["Austin", "NA", -97.7, 30.3, "enam"],
    ["Montreal", "NA", -73.6, 45.5, "enam"],
    ["São Paulo", "SA", -46.6, -23.5, "sam"],
    ["Lisbon", "EU", -9.1, 38.7, "weur"],
    ["Berlin", "EU", 13.4, 52.5, "weur"],
    ["Warsaw", "EU", 21, 52.2, "eeur"],
    ["Athens", "EU", 23.7, 38, "eeur"],
    ["Vladivostok", "EU", 131.9, 43.1, "apac"],
    ["Istanbul", "AS", 29, 41, "eeur"],
    ["Tbilisi", "AS", 44.8, 41.7, "eeur"],
    ["Dubai", "AS", 55.3, 25.2, "me"],
    ["Tel Aviv", "AS", 34.8, 32.1, "me"],
    ["Mumbai", "AS", 72.9, 19.1, "apac"],
    ["Tokyo", "AS", 139.7, 35.7, "apac"],
    ["Casablanca", "AF", -7.6, 33.6, "weur"],
    ["Cairo", "AF", 31.2, 30, "me"],
    ["Lagos", "AF", 3.4, 6.5, "afr"],
    ["Cape Town", "AF", 18.4, -33.9, "afr"],
    ["Sydney", "OC", 151.2, -33.9, "oc"],
  ])("%s", async (_, continent, longitude, latitude, hint) => {
    const cf = { continent, longitude: String(longitude), latitude: String(latitude) };
    expect((await hintsOf(await nearCreator(), cf))[0]).toBe(hint);
  });

  test.each([
    ["NA", "enam"],
    ["EU", "weur"],
    ["AS", "apac"],
    ["AF", "afr"],
  ])("%s without coordinates", async (continent, hint) => {
    expect((await hintsOf(await nearCreator(), { continent }))[0]).toBe(hint);
  });

  test.each([
    ["Antarctica", { continent: "AN" }],
    ["Tor", { country: "T1" }],
    ["a platform that does not know", undefined],
  ])("%s: the platform decides at the first use", async (_, cf) => {
    expect(await hintsOf(await nearCreator(), cf)).toEqual([undefined]);
  });

  test("later callers give no hint", async () => {
    expect(await hintsOf(await nearCreator(), { continent: "SA" })).toEqual(["sam", undefined]);
  });

  test("an administrator who creates a project for a user is its creator", async () => {
    const { worker, gets } = await nearCreator();
    const { id: user } = await worker.createUser("owner");
    const cf = { continent: "SA" };
    const { id } = await worker.ok("POST", `/projects/user/${user}`, { body: { name: "given" }, cf });
    await worker.settle();
    expect(gets.find(({ name }) => name === String(id))).toEqual({ name: String(id), hint: "sam" });
  });

  test("a fork is created near the user who forks, wherever its source is", async () => {
    const { worker, gets } = await nearCreator();
    const { token } = await worker.createUser("forker");
    count += 1;
    const body = { name: `p${count}`, visibility_level: 20 };
    const source = await worker.ok("POST", "/projects", { body, cf: { continent: "SA" } });
    const fork = await worker.ok("POST", `/projects/fork/${source.id}`, { token, cf: { continent: "OC" } });
    await worker.settle();
    const first = (id: number) => gets.find(({ name }) => name === String(id))?.hint;
    expect([first(source.id), first(fork.id)]).toEqual(["sam", "oc"]);
  });

  test("a project that is refused has no object", async () => {
    const { worker, gets } = await nearCreator();
    const before = gets.length;
    const { status } = await worker.call("POST", "/projects", { token: worker.token, body: { path: "-no path-" } });
    await worker.settle();
    expect([status, gets.length]).toEqual([400, before]);
  });
});

test("where the platform decides, nothing is called before its first use", async () => {
  const recorded = await start({ REPOSITORY_PLACEMENT: "default" });
  expect(await hintsOf(recorded, { continent: "SA" })).toEqual([undefined]);
});

test("at a fixed location every call has its hint", async () => {
  const recorded = await start({ REPOSITORY_PLACEMENT: "apac" });
  expect(await hintsOf(recorded, { continent: "SA" })).toEqual(["apac"]);
});
