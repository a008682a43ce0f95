// Compares the tables that triggers keep for lists with a count of what they count.

const columns = {
  label_counts: "label_id, target_type, state, confidential, count",
  issue_counts: "author_id, project_id, state, confidential, count",
  merge_request_counts: "project_id, listed_state, count",
  issuable_counts: "project_id, target_type, filter, key_id, state, confidential, count",
  issue_days: "project_id, day, opened, closed, opened_confidential, closed_confidential",
  labelled_issuables: "label_id, target_type, confidential, state, created_at, target_id",
} as const;

const labelled = (grouped: string) => `
  select ll.label_id, ll.target_type, ${grouped} from label_links ll join (
    select 'Issue' as type, id, state, confidential, created_at from issues
    union all select 'MergeRequest', id, listed_state, 0, created_at from merge_requests
  ) i on i.type = ll.target_type and i.id = ll.target_id`;

const byColumn = (table: string, type: string, state: string, confidential: string, filters: readonly string[]) =>
  filters.map(
    (
      filter,
    ) => `select project_id, '${type}', '${filter}', coalesce(${filter}_id, 0), ${state}, ${confidential}, count(*)
      from ${table} group by project_id, ${filter}_id, ${state}${confidential === "0" ? "" : `, ${confidential}`}`,
  );

const days = ["opened", "closed"].flatMap((state) => [0, 1].map((hidden) => [state, hidden] as const));
const sumOfDay = ([state, hidden]: readonly [string, number]) => `sum(state = '${state}' and confidential = ${hidden})`;

const recounts: Record<keyof typeof columns, string> = {
  label_counts: `${labelled("i.state, i.confidential, count(*)")} group by 1, 2, 3, 4`,
  issue_counts: "select author_id, project_id, state, confidential, count(*) from issues group by 1, 2, 3, 4",
  merge_request_counts: "select project_id, listed_state, count(*) from merge_requests group by 1, 2",
  issuable_counts: [
    ...byColumn("issues", "Issue", "state", "confidential", ["assignee", "milestone"]),
    ...byColumn("merge_requests", "MergeRequest", "listed_state", "0", ["author", "assignee", "milestone"]),
  ].join(" union all "),
  issue_days: `select project_id, substr(created_at, 1, 10),
    ${[days[0], days[2], days[1], days[3]].map((one) => one && sumOfDay(one)).join(", ")} from issues group by 1, 2`,
  labelled_issuables: labelled("i.confidential, i.state, i.created_at, i.id"),
};

/** Rows of nothing, which only say that there was something once. */
const isEmpty = (table: string): string =>
  table === "labelled_issuables"
    ? "0"
    : table === "issue_days"
      ? "opened = 0 and closed = 0 and opened_confidential = 0 and closed_confidential = 0"
      : "count = 0";

/** The rows that a table has and should not have, or should have and has not; and how many rows it has. */
export async function recount(d1: D1Database): Promise<{ wrong: unknown[]; rows: Record<string, number> }> {
  const wrong: unknown[] = [];
  const rows: Record<string, number> = {};
  for (const [table, names] of Object.entries(columns)) {
    const kept = `select ${names} from ${table} where not (${isEmpty(table)})`;
    const found = `select * from (${recounts[table as keyof typeof columns]})`;
    for (const [what, query] of [
      ["too much", `${kept} except ${found}`],
      ["missing", `${found} except ${kept}`],
    ]) {
      const { results } = await d1.prepare(String(query)).all();
      wrong.push(...results.map((row) => ({ table, what, row })));
    }
    rows[table] = (await d1.prepare(kept).all()).results.length;
  }
  return { wrong, rows };
}
