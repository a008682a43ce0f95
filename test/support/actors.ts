// Users for tests. Each test creates its own.
import { inject } from "vitest";
import { type Answer, Caller, type Values } from "./api.ts";
import { isOnOtherServer, server } from "./server.ts";
import { type Kind, kinds, type StockedUser } from "./user-stock.ts";

/** A user with a private token. */
export class Actor extends Caller {
  readonly id: number;
  readonly username: string;

  constructor(id: number, username: string, token: string) {
    super(token);
    this.id = id;
    this.username = username;
  }
}

export const anonymous = new Caller(null);

/** The administrator, authenticated by ROOT_TOKEN. */
export const root = new Actor(1, "root", inject("rootToken"));

let counter = 0;

/** A name that no other test uses. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}-${crypto.randomUUID().slice(0, 8)}-${counter}`;
}

/** The response's body. @throws Error unless the status is below 300 */
export async function ok(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`A setup request failed with status ${status}: ${text}`);
  return body;
}

/** By kind, those of the server that all tests share. */
const taken = new Map<Kind, StockedUser[]>();
let taking = Promise.resolve();

/** Undefined if there are none. Calls at the same time take turns, so that one of them fetches for all. */
async function takeUser(kind: Kind): Promise<StockedUser | undefined> {
  if (isOnOtherServer()) return undefined;
  const ready = taken.get(kind) ?? [];
  taken.set(kind, ready);
  taking = taking.then(async () => {
    if (ready.length === 0) ready.push(...(await server.takeUsers(kind)));
  });
  await taking;
  return ready.shift();
}

/** A new user, from the stock of the server if there are some with these attributes. */
export async function createUser(attributes: Values = {}): Promise<Actor> {
  const asked = JSON.stringify(attributes);
  const kind = (Object.keys(kinds) as Kind[]).find((one) => JSON.stringify(kinds[one]) === asked);
  const stocked = kind === undefined ? undefined : await takeUser(kind);
  return stocked === undefined
    ? createUserByRequest(attributes)
    : new Actor(stocked.id, stocked.username, stocked.token);
}

/** Through the API, for tests of what this does or records. */
export async function createUserByRequest(attributes: Values = {}): Promise<Actor> {
  const username = unique("user");
  const user = await ok(
    root.post("/users", {
      username,
      name: `Name of ${username}`,
      email: `${username}@example.com`,
      password: "secret-enough",
      ...attributes,
    }),
  );
  const { token } = await ok(root.post(`/users/${user.id}/impersonation_tokens`, { name: "test", scopes: ["api"] }));
  return new Actor(user.id, user.username, token);
}

/** A user with the `admin` flag, who unlike `root` does not authenticate by ROOT_TOKEN. */
export const createAdmin = (): Promise<Actor> => createUser({ admin: true });

export const levels = { guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 } as const;
export type Role = keyof typeof levels;

/** One caller for each kind of access to a project. */
export interface Cast {
  readonly anonymous: Caller;
  readonly external: Actor;
  readonly outsider: Actor;
  readonly guest: Actor;
  readonly reporter: Actor;
  readonly developer: Actor;
  readonly master: Actor;
  readonly owner: Actor;
  readonly admin: Actor;
}

export const castNames = [
  "anonymous",
  "external",
  "outsider",
  "guest",
  "reporter",
  "developer",
  "master",
  "owner",
  "admin",
] as const satisfies readonly (keyof Cast)[];
