// A group always has an owner: the last one cannot leave, be lowered or be removed, even by concurrent calls.
import { describe, expect, test } from "vitest";
import { type Actor, createAdmin, createUser, levels, ok, root } from "../../../support/actors.ts";
import { yesterday } from "../../../support/days.ts";
import { createGroup } from "../../../support/factories.ts";
import { addMember, createSource, type MemberSource } from "../../../support/member-sources.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };

const ownersOf = async ({ path }: MemberSource, viewer: Actor): Promise<number[]> => {
  const { body } = await viewer.get(`${path}/members`);
  const owners = body.filter((member: { access_level: number }) => member.access_level === levels.owner);
  return owners.map(({ id }: { id: number }) => id);
};

describe("the last owner", () => {
  test.for(["themself", "an administrator"] as const)("cannot be removed by %s", async (by) => {
    const [source, admin] = await Promise.all([createSource("group"), createAdmin()]);
    const remover = by === "themself" ? source.manager : admin;
    expect(await remover.delete(`${source.path}/members/${source.manager.id}`)).toMatchObject(forbidden);
    expect(await ownersOf(source, admin)).toEqual([source.manager.id]);
  });

  test.for(["themself", "an administrator"] as const)("cannot be lowered by %s", async (by) => {
    const [source, admin] = await Promise.all([createSource("group"), createAdmin()]);
    const changer = by === "themself" ? source.manager : admin;
    const path = `${source.path}/members/${source.manager.id}`;
    expect(await changer.put(path, { access_level: levels.master })).toMatchObject(forbidden);
    expect(await ownersOf(source, admin)).toEqual([source.manager.id]);
  });

  test("can be set to owner again", async () => {
    const source = await createSource("group");
    const path = `${source.path}/members/${source.manager.id}`;
    expect(await source.manager.put(path, { access_level: levels.owner })).toMatchObject({
      status: 200,
      body: { access_level: levels.owner },
    });
  });

  test("is the last one, even beside masters", async () => {
    const [source, master] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, master, "master");
    expect(await source.manager.delete(`${source.path}/members/${source.manager.id}`)).toMatchObject(forbidden);
  });
});

describe("one of two owners", () => {
  test("can leave", async () => {
    const [source, other] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, other, "owner");
    const { id } = source.manager;
    expect(await source.manager.delete(`${source.path}/members/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(await ownersOf(source, other)).toEqual([other.id]);
  });

  test("can be lowered", async () => {
    const [source, other] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, other, "owner");
    const path = `${source.path}/members/${source.manager.id}`;
    expect(await source.manager.put(path, { access_level: levels.guest })).toMatchObject({
      status: 200,
      body: { access_level: levels.guest },
    });
    expect(await ownersOf(source, other)).toEqual([other.id]);
  });
});

describe("of two owners at the same time", () => {
  type Deed = (source: MemberSource, actor: Actor, target: Actor) => Promise<{ status: number }>;
  const remove: Deed = ({ path }, actor, target) => actor.delete(`${path}/members/${target.id}`);
  const lower: Deed = ({ path }, actor, target) =>
    actor.put(`${path}/members/${target.id}`, { access_level: levels.guest });

  test.for<[string, (source: MemberSource, one: Actor, other: Actor) => Promise<{ status: number }[]>]>([
    ["remove each other", (s, a, b) => Promise.all([remove(s, a, b), remove(s, b, a)])],
    ["leave", (s, a, b) => Promise.all([remove(s, a, a), remove(s, b, b)])],
    ["lower each other", (s, a, b) => Promise.all([lower(s, a, b), lower(s, b, a)])],
    ["step down", (s, a, b) => Promise.all([lower(s, a, a), lower(s, b, b)])],
    ["leave and step down", (s, a, b) => Promise.all([remove(s, a, a), lower(s, b, b)])],
  ])("%s: exactly one succeeds, and the other is still an owner", async ([, race]) => {
    const [source, other, admin] = await Promise.all([createSource("group"), createUser(), createAdmin()]);
    await addMember(source, other, "owner");
    const statuses = (await race(source, source.manager, other)).map(({ status }) => status);
    // The second call finds its caller without the right (403), in a private group without visibility (404), or the
    // last owner.
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 403 && status !== 404)).toEqual([]);
    expect(await ownersOf(source, admin)).toHaveLength(1);
  });

  test("ten owners who leave at once leave one behind", async () => {
    const [source, admin] = await Promise.all([createSource("group"), createAdmin()]);
    const others = await Promise.all(Array.from({ length: 9 }, () => createUser()));
    for (const other of others) await addMember(source, other, "owner");
    const answers = await Promise.all([source.manager, ...others].map((owner) => remove(source, owner, owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 403]);
    expect(await ownersOf(source, admin)).toHaveLength(1);
  });
});

test("a group with its last owner can be deleted", async () => {
  const source = await createSource("group");
  expect(await source.manager.delete(source.path)).toMatchObject({ status: 200, body: { id: source.id } });
});

test("the last owner's membership cannot be set to expired", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  const changes = { access_level: levels.owner, expires_at: yesterday() };
  expect(await owner.put(`/groups/${group.id}/members/${owner.id}`, changes)).toMatchObject(forbidden);
});

test("blocked and expired owners do not count beside the last one", async () => {
  const [owner, blocked, expired] = await Promise.all([createUser(), createUser(), createUser()]);
  const group = await createGroup(owner);
  for (const [user, expires_at] of [
    [blocked, undefined],
    [expired, yesterday()],
  ] as const) {
    await ok(owner.post(`/groups/${group.id}/members`, { user_id: user.id, access_level: levels.owner, expires_at }));
  }
  await ok(root.put(`/users/${blocked.id}/block`));
  expect(await owner.delete(`/groups/${group.id}/members/${owner.id}`)).toMatchObject(forbidden);
});

test("ghost cannot become a member", async () => {
  const owner = await createUser();
  const group = await createGroup(owner);
  expect(await owner.post(`/groups/${group.id}/members`, { user_id: 2, access_level: 50 })).toMatchObject({
    status: 400,
    body: { message: { user: ["can't be blank"] } },
  });
});
