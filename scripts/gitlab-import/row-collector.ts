// Collects rows by table, and the users that they name.
import type { Row } from "../backup/format.ts";
import { idOf, type Json, textOf } from "./json.ts";

/** Rows by table. */
export type Rows = ReadonlyMap<string, readonly Row[]>;

export class RowCollector {
  readonly rows = new Map<string, Row[]>();
  /** All users that the rows name by their ids on the server, as the resources describe them. */
  readonly users = new Map<number, Json>();
  readonly #isGone: (userId: number) => boolean;

  /** @param isGone true for a user whom the server does not know any more: the ghost stands for them */
  constructor(isGone: (userId: number) => boolean) {
    this.#isGone = isGone;
  }

  add(table: string, row: Row): void {
    const rows = this.rows.get(table);
    if (rows === undefined) this.rows.set(table, [row]);
    else rows.push(row);
  }

  /** The id in the rows of a user whom one of them names. */
  user(user: Json): number {
    const id = idOf(user);
    if (this.#isGone(id)) return GHOST_ID;
    if (textOf(this.users.get(id) ?? {}, "username") === null) this.users.set(id, user);
    return rowIdOf(user);
  }

  userOrNull(user: Json | null): number | null {
    return user === null ? null : this.user(user);
  }
}

/** In an archive, the ghost user who stands for deleted ones has this id. */
export const GHOST_ID = 2;

/** The id of a user in the rows: behind those that an archive gives a meaning. */
export const rowIdOf = (user: Json): number =>
  textOf(user, "username") === "ghost" ? GHOST_ID : idOf(user) + GHOST_ID;
