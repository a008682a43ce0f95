// The difference between params and a record.

/** The params that are given and differ from the record. */
export function changedColumns<Params extends object>(record: Params, params: Partial<Params>): Partial<Params> {
  const current = new Map<string, unknown>(Object.entries(record));
  const entries = Object.entries(params).filter(([name, value]) => value !== undefined && value !== current.get(name));
  return partialFrom<Params>(entries);
}

/** Sound only because the entries come from the params themselves. */
const partialFrom = <Params>(entries: [string, unknown][]): Partial<Params> =>
  Object.fromEntries(entries) as Partial<Params>;
