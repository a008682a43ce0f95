// What params change of a record.

/** Those that are given and not the record's already. */
export function changedColumns<Params extends object>(record: Params, params: Partial<Params>): Partial<Params> {
  const current = new Map<string, unknown>(Object.entries(record));
  const entries = Object.entries(params).filter(([name, value]) => value !== undefined && value !== current.get(name));
  return someOf<Params>(entries);
}

/** Entries of the params themselves. */
const someOf = <Params>(entries: [string, unknown][]): Partial<Params> =>
  Object.fromEntries(entries) as Partial<Params>;
