// Fills an empty D1 database with generated data, many rows per statement. The benchmarks and the tests that count rows
// read share it.
import { generateToken, hashToken } from "../src/permissions/token.ts";

/** The part of D1's binding that seeding uses. */
export interface SeedDatabase {
  prepare(sql: string): {
    bind(...values: unknown[]): { run(): Promise<unknown>; first(column: string): Promise<unknown> };
  };
  /** Runs statements, one a line. */
  exec(sql: string): unknown;
}

export interface SeedSize {
  readonly users: number;
  readonly groups: number;
  /** The last ten are in the second group, the others in the first. */
  readonly projects: number;
  /** Half of them are in the first project, the others in all projects evenly. */
  readonly issues: number;
  /** All in the first project, with a known merge status. */
  readonly mergeRequests: number;
}

/** Tokens of users with different access, and ids of seeded records. */
export interface Seeded {
  /** Reporter of the first group: sees every issue. */
  readonly reporter: string;
  /** Guest of the first group: sees only those confidential issues that they created or are assigned to. */
  readonly guest: string;
  /** Member of nothing; the group and its projects are public. */
  readonly outsider: string;
  /** Reporter of the second group, and author of all its issues. */
  readonly writer: string;
  readonly groupId: number;
  /** Has ten projects. */
  readonly smallGroupId: number;
  readonly projectId: number;
  readonly issueId: number;
  /** An open merge request, if any were seeded. */
  readonly mergeRequestId: number;
  readonly authorId: number;
}

const START = "2016-01-01T00:00:00.000Z";

/** CTE whose column `n` counts from 1 to ?1. */
const series = "with recursive series(n) as (select 1 where ?1 > 0 union all select n + 1 from series where n < ?1)";
/** As {@link series}, from ?1 to ?2. */
export const portion = "with recursive series(n) as (select ?1 union all select n + 1 from series where n < ?2)";
/** Rows per statement. Miniflare aborts calls after 30 s, which 100,000 rows can take on a busy machine. */
export const PORTION = 20_000;
/** SQL of the time `minutes` after {@link START}, in the format of the API. */
const instant = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '${START}', '+' || (${minutes}) || ' minutes')`;

export const FIRST_USER = 100;
const FIRST_GROUP = 1_000_000;
const FIRST_PROJECT = 1;
/** Labels per project. */
const LABELS = 20;
/** Milestones per project. */
const MILESTONES = 10;
/** Number of issues with the first label, the first milestone or the word `needle` in the first project. */
const RARE = 100;

/** A run of {@link seed}. */
interface Seeding {
  run(sql: string, ...values: unknown[]): Promise<unknown>;
  readonly size: SeedSize;
  /** Number of members of the first group, who are the first users. */
  readonly people: number;
  /** Id of the author of everything in the second group. */
  readonly writer: number;
  /** Number of projects, at least 1. */
  readonly projects: number;
}

export async function seed(database: SeedDatabase, size: SeedSize): Promise<Seeded> {
  const people = Math.min(size.users, 40);
  const seeding: Seeding = {
    run: (sql, ...values) =>
      database
        .prepare(sql)
        .bind(...values)
        .run(),
    size,
    people,
    writer: FIRST_USER + people,
    projects: Math.max(size.projects, 1),
  };
  await seedNamespaces(seeding);
  await seedProjects(seeding);
  const createIndexes = await dropIndexes(database);
  await seedIssues(seeding);
  await seedMergeRequests(seeding);
  await seedLabelsAndNotes(seeding);
  await createIndexes();
  return {
    reporter: await createToken(seeding, FIRST_USER + 1),
    guest: await createToken(seeding, FIRST_USER + 2),
    outsider: await createToken(seeding, FIRST_USER + 3),
    writer: await createToken(seeding, seeding.writer),
    groupId: FIRST_GROUP,
    smallGroupId: FIRST_GROUP + 1,
    projectId: FIRST_PROJECT,
    issueId: Math.max(2, Math.floor(size.issues / 2) * 2 - 2),
    mergeRequestId: Math.max(3, Math.floor(size.mergeRequests / 6) * 3),
    authorId: FIRST_USER + 4,
  };
}

/** Statements that drop or create the indexes of the largest tables, in the order of their creation. */
const ofIndexes = (statement: string) => `select group_concat(${statement}, char(10)) as statements
  from (select name, sql from sqlite_master where type = 'index' and sql is not null
    and tbl_name in ('issues', 'label_links', 'notes') order by rowid)`;

/**
 * Drops the indexes of the largest tables: to sort them once takes half the time of filling them row by row. Returns
 * what creates them again, in their order, since the planner takes the first of equals.
 */
async function dropIndexes(database: SeedDatabase): Promise<() => Promise<void>> {
  const read = async (statement: string) =>
    String(await database.prepare(ofIndexes(statement)).bind().first("statements"));
  const create = await read("replace(sql, char(10), ' ')");
  await database.exec(await read("'drop index ' || name"));
  return async () => {
    await database.exec(create);
  };
}

async function seedNamespaces({ run, size }: Seeding): Promise<void> {
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
}

/** Projects with their members, milestones and labels. */
async function seedProjects({ run, size, people, writer, projects }: Seeding): Promise<void> {
  await run(
    `insert into projects (id, namespace_id, creator_id, name, path, description, visibility_level, runners_token,
        created_at, updated_at, last_activity_at) ${series}
      select ${FIRST_PROJECT} - 1 + n, case when n > ?1 - 10 then ${FIRST_GROUP} + 1 else ${FIRST_GROUP} end, ${FIRST_USER}, 'project ' || n, 'project' || n, 'One of many', 20, 'seeded',
        ${instant("n")}, ${instant("n * 7 % 10007")}, ${instant("n * 13 % 10009")} from series`,
    size.projects,
  );
  await run(
    `insert into group_members (group_id, user_id, access_level, created_at) ${series}
      select ${FIRST_GROUP}, ${FIRST_USER} - 1 + n, case n when 1 then 50 when 2 then 20 when 3 then 10 else 30 end, '${START}'
      from series where n <> 4`,
    people,
  );
  await run(
    `insert into group_members (group_id, user_id, access_level, created_at) values (${FIRST_GROUP} + 1, ?1, 20, '${START}')`,
    writer,
  );
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
}

async function seedIssues(seeding: Seeding): Promise<void> {
  const { size, people, writer, projects } = seeding;
  await inPortions(
    seeding,
    size.issues,
    `insert into issues (project_id, iid, author_id, assignee_id, milestone_id, title, description, state, confidential,
        created_at, updated_at) ${portion}
      select project, n, case when project > ${FIRST_PROJECT - 1 + projects - 10} then ${writer} else ${FIRST_USER} + n % ${people} end, case n % 3 when 0 then ${FIRST_USER} + n * 7 % ${people} end,
        case when n <= 2 * ${RARE} and n % 2 = 0 then 1 end, 'Issue number ' || n,
        case when n <= 2 * ${RARE} then 'A needle in the haystack, ' else 'What is to be done about ' end || n || '.', case n % 3 when 1 then 'closed' else 'opened' end,
        n % 20 = 0, ${instant("n")}, ${instant("n * 7919 % 200003")}
      from (select n, case n % 2 when 0 then ${FIRST_PROJECT} else ${FIRST_PROJECT} + n / 2 % ${projects} end as project from series)`,
  );
}

async function seedMergeRequests({ run, size, people }: Seeding): Promise<void> {
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
}

async function seedLabelsAndNotes(seeding: Seeding): Promise<void> {
  const { run, size } = seeding;
  await inPortions(
    seeding,
    size.issues,
    `insert into label_links (target_type, target_id, label_id)
      select 'Issue', i.id, (i.project_id - 1) * ${LABELS} + 2 + (i.iid / 2 + other) % ${LABELS - 1}
      from issues i cross join (select 0 as other union all select 7) where i.id between ?1 and ?2`,
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
    seeding,
    size.issues,
    `insert into notes (project_id, target_type, target_id, author_id, body, created_at, updated_at)
      select project_id, 'Issue', id, author_id, 'A word about it.', created_at, created_at from issues
      where iid % 4 = 0 and id between ?1 and ?2`,
  );
}

/** Runs a statement for each {@link portion} of a total. Issues have the ids 1, 2, 3 ..., so that a portion is a range of them. */
async function inPortions({ run }: Seeding, total: number, sql: string): Promise<void> {
  for (let first = 1; first <= total; first += PORTION) await run(sql, first, Math.min(first + PORTION - 1, total));
}

async function createToken({ run }: Seeding, userId: number): Promise<string> {
  const text = generateToken();
  await run(
    `insert into access_tokens (user_id, name, token_hash, scopes, created_at) values (?1, 'bench', ?2, '["api"]', '${START}')`,
    userId,
    hashToken(text),
  );
  return text;
}
