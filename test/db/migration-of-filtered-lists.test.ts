// Migrations 0034 and 0035 on a database with records: what is kept for lists is filled from them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { recount } from "../support/recount.ts";
import { memoryD1 } from "../support/runtime/d1.ts";

const folder = join(import.meta.dirname, "../../drizzle");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const textsOf = (some: readonly string[]) => some.map((name) => readFileSync(join(folder, name), "utf8"));

/** Column `n` counts from 1. */
const series = (last: number) =>
  `with recursive series(n) as (select 1 union all select n + 1 from series where n < ${last})`;
const at = "strftime('%Y-%m-%dT%H:%M:%fZ', '2016-01-01', '+' || (n * 7) || ' hours')";

const records = `
  insert into users (id, username, name, email, created_at, updated_at) ${series(5)}
    select 50 + n, 'u' || n, 'U', 'u' || n || '@example.com', '', '' from series;
  insert into namespaces (id, kind, owner_id, name, path, created_at, updated_at) values (50, 'user', 51, 'u', 'u', '', '');
  insert into projects (id, namespace_id, creator_id, name, path, runners_token, created_at, updated_at, last_activity_at)
    ${series(3)} select n, 50, 51, 'p' || n, 'p' || n, 't', '', '', '' from series;
  insert into milestones (id, project_id, iid, title, created_at, updated_at) ${series(3)}
    select n, n, 1, 'v1', '', '' from series;
  insert into labels (id, project_id, title, color, created_at, updated_at) ${series(6)}
    select n, 1 + n % 3, 'l' || n, '#112233', '', '' from series;
  insert into issues (id, project_id, iid, author_id, assignee_id, milestone_id, title, state, confidential, created_at,
      updated_at) ${series(200)}
    select n, 1 + n % 3, n, 51 + n % 5, case when n % 4 > 0 then 51 + n * 3 % 5 end, case when n % 7 > 2 then 1 + n % 3 end,
      'Title', case n % 11 when 1 then 'closed' else 'opened' end, n % 13 = 2, ${at}, ${at} from series;
  insert into merge_requests (id, project_id, iid, source_project_id, source_branch, target_branch, author_id, assignee_id,
      milestone_id, title, state, created_at, updated_at) ${series(200)}
    select n, 1 + n % 3, n, 1, 'b' || n, 'main', 51 + n % 5, case when n % 4 > 0 then 51 + n * 3 % 5 end,
      case when n % 7 > 2 then 1 + n % 3 end, 'Title', case n % 5 when 1 then 'closed' when 2 then 'merged'
      when 3 then 'reopened' else 'opened' end, ${at}, ${at} from series;
  insert into label_links (target_type, target_id, label_id) ${series(200)}
    select type, n, 1 + (n * 2 + other) % 6 from series cross join (select 'Issue' as type union all select 'MergeRequest')
      cross join (select 0 as other union all select 3);
`;

test("existing issues, merge requests and labels are counted and put in order", async () => {
  const earlier = names.filter((name) => name < "0034");
  const later = names.filter((name) => name >= "0034");
  const { wrong, rows } = await recount(memoryD1([...textsOf(earlier), records, ...textsOf(later)]));
  expect(wrong).toEqual([]);
  expect(rows).toMatchObject({ labelled_issuables: 800 });
});
