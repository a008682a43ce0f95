// Users in stock: copies of a user that the API has created, made many at a time by one batch of statements. Most tests
// begin with a user, whose creation through the API takes two requests. test/runtime/user-stock.test.ts holds a copy to
// what the API creates.
import { getTableColumns, getTableName, type Table } from "drizzle-orm";
import { accessTokens, auditEvents, events, namespaces, users } from "../../src/db/schema/index.ts";
import { generateToken, hashToken } from "../../src/permissions/token.ts";

export interface StockedUser {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

/** Attributes of the users in a stock. */
export const kinds = { user: {}, admin: { admin: true }, external: { external: true } } as const;
export type Kind = keyof typeof kinds;

interface Query {
  readonly sql: string;
  readonly params: readonly string[];
}

/** The database of a server, and its API as the administrator uses it. */
export interface Stocked {
  /** Runs one batch. @returns the rows of the last statement */
  run(queries: readonly Query[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** @returns the body @throws Error if it is refused */
  post(path: string, body: object): Promise<{ readonly id: number; readonly token: string }>;
}

export class UserStock {
  readonly #place: Stocked;
  readonly #refill: number;
  readonly #shelves = new Map<Kind, Shelf>();

  /** @param refill how many to make at a time; 0 to make none unless {@link fill} is called */
  constructor(place: Stocked, refill: number) {
    this.#place = place;
    this.#refill = refill;
  }

  /** Fewer than `count` if there are no more. */
  async take(kind: Kind, count: number): Promise<StockedUser[]> {
    const { ready } = this.#shelf(kind);
    if (ready.length === 0 && this.#refill > 0) await this.fill(kind, this.#refill);
    return ready.splice(0, count);
  }

  /** Calls at the same time fill it once. */
  async fill(kind: Kind, count: number): Promise<void> {
    const shelf = this.#shelf(kind);
    shelf.filling ??= this.#make(shelf, kind, count).finally(() => {
      shelf.filling = undefined;
    });
    await shelf.filling;
  }

  #shelf(kind: Kind): Shelf {
    const shelf: Shelf = this.#shelves.get(kind) ?? { ready: [], filling: undefined, original: undefined };
    this.#shelves.set(kind, shelf);
    return shelf;
  }

  async #make(shelf: Shelf, kind: Kind, count: number): Promise<void> {
    shelf.original ??= await createUser(this.#place, newUsername(), kinds[kind]);
    shelf.ready.push(...(await copies(this.#place, shelf.original, count)));
  }
}

interface Shelf {
  readonly ready: StockedUser[];
  filling: Promise<void> | undefined;
  /** No test gets it, so that it stays as it was created. */
  original: StockedUser | undefined;
}

const newUsername = () => `user-${crypto.randomUUID().slice(0, 13)}`;

/** A user with a token, through the API. */
export async function createUser(
  { post }: Pick<Stocked, "post">,
  username: string,
  attributes: object,
): Promise<StockedUser> {
  const { id } = await post("/users", {
    username,
    name: `Name of ${username}`,
    email: `${username}@example.com`,
    password: "secret-enough",
    ...attributes,
  });
  const { token } = await post(`/users/${id}/impersonation_tokens`, { name: "test", scopes: ["api"] });
  return { id, username, token };
}

const MOST_OF_A_BATCH = 500;

/** Each is created in a millisecond of its own, as if through the API, the last one now. */
async function copies(place: Stocked, original: StockedUser, count: number): Promise<StockedUser[]> {
  const made: StockedUser[] = [];
  while (made.length < count) {
    const size = Math.min(count - made.length, MOST_OF_A_BATCH);
    const now = Date.now();
    const wanted = Array.from({ length: size }, (_, at) => {
      const token = generateToken();
      const created = new Date(now - size + at + 1).toISOString();
      return { username: newUsername(), token, hash: hashToken(token), created };
    });
    const rows = await place.run(statements(original, JSON.stringify(wanted)));
    made.push(...wanted.map(({ username, token }, at) => ({ id: Number(rows[at]?.id), username, token })));
  }
  return made;
}

const ofCopy = (name: string) => `v.value ->> '${name}'`;
const newId = `(select id from users u where lower(u.username) = lower(${ofCopy("username")}))`;
const newTokenId = `(select id from access_tokens a where a.token_hash = ${ofCopy("hash")})`;
const targetId = `case t.details ->> 'target_type' when 'User' then ${newId} else ${newTokenId} end`;
const times = { created_at: ofCopy("created"), updated_at: ofCopy("created") };

/** Every text that has the name of the original gets that of the copy: username, e-mail address, path, audit trail. */
function copyOf(
  table: Table,
  { username }: StockedUser,
  where: string,
  values: Readonly<Record<string, string>>,
): string {
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => name !== "id");
  const from = columns.map(({ name, dataType }) => {
    const value = { ...times, ...values }[name];
    const text = value ?? `t.${name}`;
    return dataType === "string" ? `replace(${text}, '${username}', ${ofCopy("username")})` : text;
  });
  const names = columns.map(({ name }) => name).join(", ");
  return `insert into ${getTableName(table)} (${names}) select ${from.join(", ")}
    from json_each(?) v join ${getTableName(table)} t on ${where} order by v.key, t.id`;
}

function statements(original: StockedUser, wanted: string): Query[] {
  const { id } = original;
  return [
    copyOf(users, original, `t.id = ${id}`, {}),
    copyOf(namespaces, original, `t.owner_id = ${id}`, { owner_id: newId }),
    copyOf(accessTokens, original, `t.user_id = ${id}`, { user_id: newId, token_hash: ofCopy("hash") }),
    copyOf(events, original, `t.kind = 'user_created' and t.target_id = ${id}`, { target_id: newId }),
    copyOf(auditEvents, original, `t.entity_type = 'User' and t.entity_id = ${id}`, {
      entity_id: newId,
      details: `json_set(t.details, '$.target_id', ${targetId})`,
    }),
    `select ${newId} as id from json_each(?) v order by v.key`,
  ].map((sql) => ({ sql, params: [wanted] }));
}
