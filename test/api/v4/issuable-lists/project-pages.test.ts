// Pages that are read from an index, beside the same pages of lists that read all matches; the data are those of the
// benchmarks. test/costs/rows-read.test.ts has what they cost.
import { expect, test } from "vitest";
import { type SeedDatabase, seed } from "../../../../bench/seed.ts";
import { root } from "../../../support/actors.ts";
import { type Answer, Caller } from "../../../support/api.ts";
import { cases } from "../../../support/sample.ts";
import { onServer, startInProcess } from "../../../support/server.ts";
import { v4 } from "../../../support/v4.ts";
import { createChance } from "../../v3/issues/list-world.ts";

/** Half of the issues are in the first project, over almost three days: pages far down are found by their day. */
const SIZE = { users: 100, groups: 100, projects: 50, issues: 4_000, mergeRequests: 200 };

const random = createChance(Number(process.env.LIST_SEED ?? 20_160_101));

/** A page of a project's list that is read from an index. */
function anyPage(): string {
  const filter = random.pick(["", "labels=label 5", "milestone=None", "milestone=milestone 1", "assignee_id=None"]);
  const person = random.pick(["author_id=104", "assignee_id=108", "scope=created_by_me", "assignee_username=user9"]);
  const [type, states] = random.pick([
    ["issues", ["opened", "closed", "all"]],
    ["merge_requests", ["opened", "merged", "all"]],
  ] as const);
  const order = `order_by=${random.pick(["created_at", "created_at", "updated_at"])}&sort=${random.pick(["asc", "desc"])}`;
  const page = `page=${random.pick([1, 2, 6, 10, 11, 12, 19, 21])}&per_page=${random.pick([20, 50, 100])}`;
  return `/projects/1/${type}?${random.pick([filter, filter, person])}&state=${random.pick(states)}&${order}&${page}`;
}

const asSeeded = (d1: D1Database): SeedDatabase => ({
  prepare: (sql) => ({
    bind: (...values) => ({
      run: () =>
        d1
          .prepare(sql)
          .bind(...values)
          .run(),
      first: async (column) =>
        (
          await d1
            .prepare(sql)
            .bind(...values)
            .first<Record<string, unknown>>()
        )?.[column],
    }),
  }),
  async exec(sql) {
    for (const statement of sql.split("\n")) await d1.prepare(statement).run();
  },
});

/**
 * More of the first project: five at the same time, half of the issues confidential, written by and assigned to viewers
 * who do not see those of others.
 */
async function addMore(d1: D1Database): Promise<void> {
  const series = "with recursive series(n) as (select 1 union all select n + 1 from series where n < 400)";
  const time = (minutes: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '2016-01-01', '+' || (${minutes}) || ' minutes')`;
  // Guest, outsider, the author and the assignee of some queries, and a user of neither.
  const person = (number: string) =>
    `case ${number} % 5 when 0 then 102 when 1 then 103 when 2 then 104 when 3 then 108 else 109 end`;
  const columns = `author_id, assignee_id, milestone_id, title, state, created_at, updated_at`;
  const values = (closed: string) => `${person("n")}, case when n % 4 > 0 then ${person("n / 5")} end,
    case when n % 3 > 0 then 1 + n % 2 end, 'One more ' || n, case n / 2 % 3 when 0 then '${closed}' else 'opened' end,
    ${time("n / 5 * 35")}, ${time("n / 7 * 700")}`;
  const added = [
    `insert into issues (project_id, iid, confidential, ${columns}) ${series}
      select 1, 10000 + n, n / 5 % 2, ${values("closed")} from series`,
    // Of another project.
    `insert into issues (project_id, iid, confidential, ${columns}) ${series}
      select 2, 10000 + n, 1, ${person("n")}, ${person("n / 5")}, null, 'Elsewhere ' || n, 'opened', ${time("n * 7")}, ${time("n")}
      from series where n % 8 = 0`,
    `insert into merge_requests (project_id, iid, source_project_id, source_branch, target_branch, merge_status, head_sha, ${columns})
      ${series} select 1, 10000 + n, 1, 'more' || n, 'main', 'can_be_merged', printf('%040x', n), ${values("merged")} from series`,
    `insert into label_links (target_type, target_id, label_id)
      select 'Issue', id, 5 from issues where project_id = 1 and iid > 10000 and iid % 2 = 0`,
    `insert into label_links (target_type, target_id, label_id)
      select 'MergeRequest', id, 5 from merge_requests where iid > 10000 and iid % 2 = 0`,
  ];
  for (const statement of added) await d1.prepare(statement).run();
}

const idsOf = ({ status, body, headers }: Answer): string =>
  JSON.stringify([status, headers.get("x-total"), body.map(({ id }: { id: number }) => id)]);

test("a page from an index equals the page of a list that reads all matches", async () => {
  const server = await startInProcess();
  const { reporter, guest, outsider, writer } = await seed(asSeeded(server.d1), SIZE);
  await addMore(server.d1);
  const viewers = { ...{ writer, reporter, guest, outsider }, root: root.token };
  const wrong: string[] = [];
  await onServer(server, async () => {
    for (const path of Array.from({ length: cases(300) }, anyPage)) {
      const [name, token] = random.pick(Object.entries(viewers));
      const viewer = new Caller(token);
      const given = idsOf(await viewer.get(v4(path)));
      // Everything was created since, which no index knows.
      const right = idsOf(await viewer.get(v4(`${path}&created_after=1970-01-01`)));
      if (given !== right) wrong.push(`${name} ${path}: ${given} and not ${right}`);
    }
  });
  expect(wrong).toEqual([]);
});
