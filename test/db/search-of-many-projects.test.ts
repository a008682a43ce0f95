// The CPU time of a search does not grow with the number of projects for a long text elsewhere, nor with its square.
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { createGroup, createIssue, createProject, type Group } from "../support/factories.ts";
import { isSample } from "../support/sample.ts";
import { onServer, type ServerInProcess, server, startInProcess } from "../support/server.ts";

const at = "'2026-01-01T00:00:00.000Z'";

const insertProjects = ({ d1 }: ServerInProcess, count: number, group: Group, owner: { id: number }) =>
  d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) insert into projects
        (id, namespace_id, name, path, creator_id, runners_token, created_at, updated_at, last_activity_at)
        select 1000 + i, ?, 'n' || i, 'p' || i, ?, 'r' || i, ${at}, ${at}, ${at} from n`,
    )
    .bind(group.id, owner.id)
    .run();

test("searching 200 projects takes less than a second of CPU time beside a megabyte of one letter in another", async () => {
  const own = await startInProcess(server.origin);
  await onServer(own, async () => {
    const [owner, other] = await Promise.all([createUser(), createUser()]);
    await createIssue(other, await createProject(other), { description: "x".repeat(1_000_000) });
    const group = await createGroup(owner);
    await insertProjects(own, 200, group, owner);
    const before = cpuTime();
    const answer = await owner.get(`/groups/${group.id}/issues`, { search: "xxxxxx" });
    expect(cpuTime() - before).toBeLessThan(1_000);
    expect(answer).toMatchObject({ status: 200, body: [] });
  });
});

const [many, seconds] = isSample ? [12_000, 1] : [24_000, 2];

test(`searching a group of ${many} projects takes less than ${seconds} s of CPU time, and finds an issue in each`, async () => {
  const own = await startInProcess(server.origin);
  await onServer(own, async () => {
    const owner = await createUser();
    const group = await createGroup(owner);
    await insertProjects(own, many, group, owner);
    const issues = `insert into issues (project_id, iid, author_id, title, created_at, updated_at)
      select id, 1, creator_id, 'A common word', ${at}, ${at} from projects where id > 1000`;
    await own.d1.prepare(issues).run();
    const before = cpuTime();
    const answer = await owner.get(`/groups/${group.id}/issues`, { search: "common", per_page: 1 });
    expect(cpuTime() - before).toBeLessThan(seconds * 1_000);
    expect([answer.status, answer.headers.get("x-total")]).toEqual([200, String(many)]);
  });
});
