// Compares params with a record.

/** The given params that differ from the record. */
export function changedColumns<Params extends object>(record: Params, params: Partial<Params>): Partial<Params> {
  const current = new Map<string, unknown>(Object.entries(record));
  const entries = Object.entries(params).filter(([name, value]) => value !== undefined && value !== current.get(name));
  return someOf<Params>(entries);
}

/** The entries come from the params themselves. */
const someOf = <Params>(entries: [string, unknown][]): Partial<Params> =>
  Object.fromEntries(entries) as Partial<Params>;
