// The people of the tests. Every test makes its own.
import { inject } from "vitest";
import { type Answer, Caller, type Values } from "./api.ts";

/** A user with a token of their own. */
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

/** The administrator by ROOT_TOKEN. */
export const root = new Actor(1, "root", inject("rootToken"));

let counter = 0;

/** A name no other test uses. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}-${crypto.randomUUID().slice(0, 8)}-${counter}`;
}

/** The body of an answer that had to succeed. */
export async function ok(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, text, body } = await answer;
  if (status >= 300) throw new Error(`The setup of a test was answered ${status}: ${text}`);
  return body;
}

export async function createUser(attributes: Values = {}): Promise<Actor> {
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

/** A user with the administrator's flag; as `root`, but not by ROOT_TOKEN. */
export const createAdmin = (): Promise<Actor> => createUser({ admin: true });

export const levels = { guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 } as const;
export type Role = keyof typeof levels;

/** One of each, as far as a project is concerned: everybody who could ask for it. */
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
