// Fills an empty D1 with as much as is asked for, in statements that make many rows each. Used by the benchmarks and
// by the tests that count rows read, so that both speak of the same data.
import { generateToken, hashToken } from "../src/permissions/token.ts";

/** As much of D1's binding as seeding needs. */
export interface SeedDatabase {
  prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> } };
}

export interface SeedSize {
  readonly users: number;
  readonly groups: number;
  /** In the first group, but for the last ten, which are in the second. */
  readonly projects: number;
  /** Spread over the projects, half of them in the first. */
  readonly issues: number;
  /** In the first project, of which it is known whether they can be merged. */
  readonly mergeRequests: number;
}

/** Tokens of people who see different parts of what was seeded, and the ids to ask for. */
export interface Seeded {
  /** Reporter of the first group: sees every issue. */
  readonly reporter: string;
  /** Guest of it: of confidential issues sees those they wrote or were assigned. */
  readonly guest: string;
  /** No member of anything: the group and its projects are public. */
  readonly outsider: string;
  /** Reporter of the second group, and author of all issues in it. */
  readonly writer: string;
  readonly groupId: number;
  /** Has ten projects. */
  readonly smallGroupId: number;
  readonly projectId: number;
  readonly issueId: number;
  /** An open one, if there are any. */
  readonly mergeRequestId: number;
  readonly authorId: number;
}

const START = "2016-01-01T00:00:00.000Z";

/** `n` counts from 1 to the bound number. */
const series = "with recursive series(n) as (select 1 where ?1 > 0 union all select n + 1 from series where n < ?1)";
/** As {@link series}, of a portion: from the first bound number to the second. */
const portion = "with recursive series(n) as (select ?1 union all select n + 1 from series where n < ?2)";
/** Rows of one statement: Miniflare gives up a call that takes half a minute, as 100,000 do on a busy machine. */
const PORTION = 10_000;
/** An instant `minutes` after the start, as the API writes it. */
const instant = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '${START}', '+' || (${minutes}) || ' minutes')`;

const FIRST_USER = 100;
const FIRST_GROUP = 1_000_000;
const FIRST_PROJECT = 1;
/** Of each project. The first label of the first project, its first milestone and the word `needle` are rare. */
const LABELS = 20;
const MILESTONES = 10;
/** How many issues of the first project are found by what is rare, whatever the size. */
const RARE = 100;

export async function seed(database: SeedDatabase, size: SeedSize): Promise<Seeded> {
  const run = (sql: string, ...values: unknown[]) =>
    database
      .prepare(sql)
      .bind(...values)
      .run();
  await run(
    `insert into users (id, username, name, email, created_at, updated_at) ${series}
      select ${FIRST_USER} - 1 + n, 'user' || n, 'User ' || n, 'user' || n || '@example.com', '${START}', '${START}' from series`,
    size.users,
  );
  await run(
    `insert into namespaces (id, kind, owner_id, name, path, created_at, updated_at) ${series}
      select 500000 + n, 'user', ${FIRST_USER} - 1 + n, 'user' || n, 'user' || n, '${START}', '${START}' from series`,
    size.users,
  );
  await run(
    `insert into namespaces (id, kind, name, path, created_at, updated_at) ${series}
      select ${FIRST_GROUP} - 1 + n, 'group', 'group ' || n, 'group' || n, '${START}', '${START}' from series`,
    size.groups,
  );
  await run(
    `insert into projects (id, namespace_id, creator_id, name, path, description, visibility_level, runners_token,
        created_at, updated_at, last_activity_at) ${series}
      select ${FIRST_PROJECT} - 1 + n, case when n > ?1 - 10 then ${FIRST_GROUP} + 1 else ${FIRST_GROUP} end, ${FIRST_USER}, 'project ' || n, 'project' || n, 'One of many', 20, 'seeded',
        ${instant("n")}, ${instant("n * 7 % 10007")}, ${instant("n * 13 % 10009")} from series`,
    size.projects,
  );
  const people = Math.min(size.users, 40);
  await run(
    `insert into group_members (group_id, user_id, access_level, created_at) ${series}
      select ${FIRST_GROUP}, ${FIRST_USER} - 1 + n, case n when 1 then 50 when 2 then 20 when 3 then 10 else 30 end, '${START}'
      from series where n <> 4`,
    people,
  );
  const writer = FIRST_USER + people;
  await run(
    `insert into group_members (group_id, user_id, access_level, created_at) values (${FIRST_GROUP} + 1, ?1, 20, '${START}')`,
    writer,
  );
  const projects = Math.max(size.projects, 1);
  await run(
    `insert into milestones (id, project_id, iid, title, state, due_date, created_at, updated_at) ${series}
      select n, ${FIRST_PROJECT} + (n - 1) / ${MILESTONES}, 1 + (n - 1) % ${MILESTONES}, 'milestone ' || (1 + (n - 1) % ${MILESTONES}),
        'active', date('${START}', '+' || n || ' days'), '${START}', '${START}' from series`,
    projects * MILESTONES,
  );
  await run(
    `insert into labels (id, project_id, title, color, created_at, updated_at) ${series}
      select n, ${FIRST_PROJECT} + (n - 1) / ${LABELS}, 'label ' || (1 + (n - 1) % ${LABELS}), '#428BCA', '${START}', '${START}' from series`,
    projects * LABELS,
  );
  const inPortions = async (total: number, sql: string) => {
    for (let first = 1; first <= total; first += PORTION) await run(sql, first, Math.min(first + PORTION - 1, total));
  };
  await inPortions(
    size.issues,
    `insert into issues (project_id, iid, author_id, assignee_id, milestone_id, title, description, state, confidential,
        created_at, updated_at) ${portion}
      select project, n, case when project > ${FIRST_PROJECT - 1 + projects - 10} then ${writer} else ${FIRST_USER} + n % ${people} end, case n % 3 when 0 then ${FIRST_USER} + n * 7 % ${people} end,
        case when n <= 2 * ${RARE} and n % 2 = 0 then 1 end, 'Issue number ' || n,
        case when n <= 2 * ${RARE} then 'A needle in the haystack, ' else 'What is to be done about ' end || n || '.', case n % 3 when 1 then 'closed' else 'opened' end,
        n % 20 = 0, ${instant("n")}, ${instant("n * 7919 % 200003")}
      from (select n, case n % 2 when 0 then ${FIRST_PROJECT} else ${FIRST_PROJECT} + n / 2 % ${projects} end as project from series)`,
  );
  await run(
    `insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, author_id, assignee_id,
        title, state, merge_status, head_sha, created_at, updated_at) ${series}
      select ${FIRST_PROJECT}, n, ${FIRST_PROJECT}, 'branch' || n, 'main', ${FIRST_USER} + n % ${people},
        case n % 3 when 0 then ${FIRST_USER} + n * 7 % ${people} end, 'Merge request number ' || n,
        case n % 3 when 1 then 'merged' else 'opened' end, 'can_be_merged', printf('%040x', n),
        ${instant("n")}, ${instant("n * 7919 % 200003")} from series`,
    size.mergeRequests,
  );
  await run(`update projects set issue_seq = ?1, merge_request_seq = ?2`, size.issues, size.mergeRequests);
  await inPortions(
    size.issues,
    `insert into label_links (target_type, target_id, label_id)
      select 'Issue', i.id, (i.project_id - 1) * ${LABELS} + 2 + (i.iid / 2 + other) % ${LABELS - 1}
      from issues i cross join (select 0 as other union all select 7) where i.iid between ?1 and ?2`,
  );
  await run(
    `insert into label_links (target_type, target_id, label_id)
      select 'Issue', id, (project_id - 1) * ${LABELS} + 1 from issues where milestone_id = 1`,
  );
  await run(
    `insert into label_links (target_type, target_id, label_id)
      select 'MergeRequest', r.id, 2 + (r.iid + other) % ${LABELS - 1}
      from merge_requests r cross join (select 0 as other union all select 7)`,
  );
  await inPortions(
    size.issues,
    `insert into notes (project_id, target_type, target_id, author_id, body, created_at, updated_at)
      select project_id, 'Issue', id, author_id, 'A word about it.', created_at, created_at from issues
      where iid % 4 = 0 and iid between ?1 and ?2`,
  );
  const token = async (userId: number) => {
    const text = generateToken();
    await run(
      `insert into access_tokens (user_id, name, token_hash, scopes, created_at) values (?1, 'bench', ?2, '["api"]', '${START}')`,
      userId,
      hashToken(text),
    );
    return text;
  };
  return {
    reporter: await token(FIRST_USER + 1),
    guest: await token(FIRST_USER + 2),
    outsider: await token(FIRST_USER + 3),
    writer: await token(writer),
    groupId: FIRST_GROUP,
    smallGroupId: FIRST_GROUP + 1,
    projectId: FIRST_PROJECT,
    issueId: Math.max(2, Math.floor(size.issues / 2) * 2 - 2),
    mergeRequestId: Math.max(3, Math.floor(size.mergeRequests / 6) * 3),
    authorId: FIRST_USER + 4,
  };
}
