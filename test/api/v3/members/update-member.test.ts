// PUT /groups/:id/members/:user_id and PUT /projects/:id/members/:user_id
import { describe, expect, test } from "vitest";
import { createAdmin, createUser, levels } from "../../../support/actors.ts";
import { tomorrow } from "../../../support/days.ts";
import { addMember, createSource, sourceKinds } from "../../../support/member-sources.ts";

const forbidden = { status: 403, body: { message: "403 Forbidden" } };
const noMember = { status: 404, body: { message: "404 Not found" } };
const unknownLevel = { status: 422, body: { message: "Access level is not known" } };

describe.for(sourceKinds)("a member of a %s", (kind) => {
  test.for([10, 20, 30, 40])("can be given level %i", async (access_level) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const member = await addMember(source, user, "guest");
    const answer = await source.manager.put(`${source.path}/members/${user.id}`, { access_level });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { ...member, access_level } });
    expect(await source.manager.get(`${source.path}/members/${user.id}`)).toMatchObject({
      status: 200,
      body: answer.body,
    });
  });

  test.for([0, 15, 45, 60, -10])("cannot be given level %i, and is unchanged", async (access_level) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const member = await addMember(source, user, "developer");
    const path = `${source.path}/members/${user.id}`;
    expect(await source.manager.put(path, { access_level, expires_at: tomorrow() })).toMatchObject(unknownLevel);
    expect(await source.manager.get(path)).toMatchObject({ status: 200, body: member });
  });

  test("can be given another expiry date", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest");
    const expires_at = tomorrow();
    expect(
      await source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels.guest, expires_at }),
    ).toMatchObject({ status: 200, body: { access_level: levels.guest, expires_at } });
  });

  test.for([[""], [null]])("has no expiry date after it is set to %j", async ([expires_at]) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "guest", { expires_at: tomorrow() });
    const attributes = { access_level: levels.guest, expires_at };
    expect(await source.manager.put(`${source.path}/members/${user.id}`, attributes)).toMatchObject({
      status: 200,
      body: { expires_at: null },
    });
  });

  test("keeps an omitted expiry date", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    const { expires_at } = await addMember(source, user, "guest", { expires_at: tomorrow() });
    expect(
      await source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels.master }),
    ).toMatchObject({ status: 200, body: { access_level: levels.master, expires_at } });
  });

  test.for([
    [{}, "access_level is missing"],
    [{ access_level: "guest" }, "access_level is invalid"],
    [{ access_level: 10, expires_at: "soon" }, "expires_at is invalid"],
  ] as const)("is not changed by %j", async ([body, error]) => {
    const source = await createSource(kind);
    expect(await source.manager.put(`${source.path}/members/999999999`, body)).toMatchObject({
      status: 400,
      body: { error },
    });
  });

  test.for([levels.guest, 15])("must exist: 404 for other users, at any level (%i)", async (access_level) => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    expect(await source.manager.put(`${source.path}/members/${user.id}`, { access_level })).toMatchObject(noMember);
    expect(await source.manager.put(`${source.path}/members/999999999`, { access_level })).toMatchObject(noMember);
  });

  test("can be changed by administrators", async () => {
    const [source, admin, user] = await Promise.all([createSource(kind), createAdmin(), createUser()]);
    await addMember(source, user, "guest");
    expect(await admin.put(`${source.path}/members/${user.id}`, { access_level: levels.reporter })).toMatchObject({
      status: 200,
      body: { access_level: levels.reporter },
    });
  });

  test("cannot raise their own level", async () => {
    const [source, user] = await Promise.all([createSource(kind), createUser()]);
    await addMember(source, user, "developer");
    const path = `${source.path}/members/${user.id}`;
    expect(await user.put(path, { access_level: levels.master })).toMatchObject(forbidden);
    expect(await user.get(path)).toMatchObject({ status: 200, body: { access_level: levels.developer } });
  });

  test("cannot be changed by somebody who cannot see the source", async () => {
    const [source, outsider] = await Promise.all([createSource(kind), createUser()]);
    expect(
      await outsider.put(`${source.path}/members/${source.manager.id}`, { access_level: levels.guest }),
    ).toMatchObject({ status: 404, body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` } });
  });
});

describe("the level owner", () => {
  test("can be given to a group's member", async () => {
    const [source, user] = await Promise.all([createSource("group"), createUser()]);
    await addMember(source, user, "guest");
    expect(await source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels.owner })).toMatchObject(
      { status: 200, body: { access_level: levels.owner } },
    );
    expect(await user.put(source.path, { description: "Mine too" })).toMatchObject({ status: 200 });
  });

  test("cannot be given to a project's member", async () => {
    const [source, user] = await Promise.all([createSource("project"), createUser()]);
    await addMember(source, user, "guest");
    expect(await source.manager.put(`${source.path}/members/${user.id}`, { access_level: levels.owner })).toMatchObject(
      unknownLevel,
    );
  });

  test("a master can change the members of a project, not those of a group", async () => {
    for (const kind of sourceKinds) {
      const [source, master, user] = await Promise.all([createSource(kind), createUser(), createUser()]);
      await addMember(source, master, "master");
      await addMember(source, user, "guest");
      expect(await master.put(`${source.path}/members/${user.id}`, { access_level: levels.reporter })).toMatchObject(
        kind === "group" ? forbidden : { status: 200, body: { access_level: levels.reporter } },
      );
    }
  });
});
