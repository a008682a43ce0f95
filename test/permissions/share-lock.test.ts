// A group that locks the sharing of its projects. No request locks one: its database says so.
import { expect, test } from "vitest";
import { createUser, ok } from "../support/actors.ts";
import { joinGroup, shareWith } from "../support/belonging.ts";
import { createGroup, createIssue, createProject } from "../support/factories.ts";
import { onServer, server, startInProcess } from "../support/server.ts";
import { v4 } from "../support/v4.ts";

test("while a group is locked, its projects' shares give nothing, and none is added", async () => {
  const own = await startInProcess(server.origin);
  await onServer(own, async () => {
    const [owner, member] = [await createUser(), await createUser()];
    const [group, other] = [await createGroup(owner), await createGroup(owner)];
    const project = await createProject(owner, { namespace_id: group.id });
    const issue = await createIssue(owner, project);
    // In a group that is not locked.
    await createProject(owner, { namespace_id: other.id });
    const shared = await createGroup(owner);
    await shareWith(owner, project, shared, "master");
    await joinGroup(owner, shared, member, "master");
    const seen = async () => {
      const idsOf = async (path: string) => (await ok(member.get(path))).map(({ id }: { id: number }) => id);
      return {
        status: (await member.get(`/projects/${project.id}`)).status,
        listed: (await idsOf("/projects")).includes(project.id),
        issue: (await idsOf(v4("/issues?scope=all"))).includes(issue.id),
        user: (await ok(owner.get(`/projects/${project.id}/users`))).some(({ id }: { id: number }) => id === member.id),
      };
    };
    const before = await seen();
    const setLock = (flag: 0 | 1) =>
      own.d1.prepare("update namespaces set share_with_group_lock = ? where id = ?").bind(flag, group.id).run();
    await setLock(1);
    const locked = await seen();
    const refused = await owner.post(`/projects/${project.id}/share`, { group_id: other.id, group_access: 30 });
    await setLock(0);
    expect({ before, locked, after: await seen(), refused }).toEqual({
      before: { status: 200, listed: true, issue: true, user: true },
      locked: { status: 404, listed: false, issue: false, user: false },
      after: before,
      refused: expect.objectContaining({
        status: 400,
        body: { message: "The project sharing with group is disabled" },
      }),
    });
  });
});
