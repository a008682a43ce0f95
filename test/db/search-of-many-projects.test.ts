// The CPU time of a search does not grow with the number of projects for a long text elsewhere.
import { expect, test } from "vitest";
import { createUser } from "../support/actors.ts";
import { cpuTime } from "../support/cpu-time.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";
import { onServer, server, startInProcess } from "../support/server.ts";

const PROJECTS = 200;

test("searching 200 projects takes less than a second of CPU time beside a megabyte of one letter in another", async () => {
  await onServer(await startInProcess(server.origin), async () => {
    const [owner, other] = await Promise.all([createUser(), createUser()]);
    await createIssue(other, await createProject(other), { description: "x".repeat(1_000_000) });
    const group = await createGroup(owner);
    for (let n = 0; n < PROJECTS; n += 1) await createProject(owner, { namespace_id: group.id });
    const before = cpuTime();
    const answer = await owner.get(`/groups/${group.id}/issues`, { search: "xxxxxx" });
    expect(cpuTime() - before).toBeLessThan(1_000);
    expect(answer).toMatchObject({ status: 200, body: [] });
  });
});
