// Users in rows of other records.
export interface UserProfile {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: string;
}

/** With `author` for `P`: `author_id`, `author_username`, `author_name` and `author_state`. */
type PersonColumns<P extends string, Missing> = Readonly<
  Record<`${P}_id`, number | Missing> & Record<`${P}_${"username" | "name" | "state"}`, string | Missing>
>;

/** The user whom the columns with this prefix name; null if there is none, or if the user was deleted. */
export function personIn<P extends string>(row: PersonColumns<P, never>, prefix: P): UserProfile;
export function personIn<P extends string>(row: PersonColumns<P, null>, prefix: P): UserProfile | null;
export function personIn(row: Readonly<Record<string, unknown>>, prefix: string): UserProfile | null {
  const id = row[`${prefix}_id`];
  const username = row[`${prefix}_username`];
  const name = row[`${prefix}_name`];
  const state = row[`${prefix}_state`];
  if (typeof id !== "number" || typeof username !== "string") return null;
  if (typeof name !== "string" || typeof state !== "string") return null;
  return { id, username, name, state };
}
