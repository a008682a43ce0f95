// GET /groups/:id/members, GET /projects/:id/members, and one member of each.
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { tomorrow } from "../../../support/days.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { listing } from "../../../support/lists.ts";
import { addMember, asSource, createSource, sourceKinds } from "../../../support/member-sources.ts";

describe.for(sourceKinds)("members of a %s", (kind) => {
  test("are listed in the shape of members", async () => {
    const source = await createSource(kind);
    const user = await createUser({ name: "Mem Ber" });
    const expires_at = tomorrow();
    await addMember(source, user, "developer", { expires_at });
    const { status, body } = await source.manager.get(`${source.path}/members`);
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        expect.objectContaining({ id: source.manager.id, access_level: source.managerLevel, expires_at: null }),
        {
          name: "Mem Ber",
          username: user.username,
          id: user.id,
          state: "active",
          avatar_url: null,
          web_url: `${baseUrl}/${user.username}`,
          access_level: levels.developer,
          expires_at,
        },
      ],
    });
  });

  test("are read one by one, in the same shape", async () => {
    const source = await createSource(kind);
    const user = await createUser();
    await addMember(source, user, "reporter");
    const { body } = await source.manager.get(`${source.path}/members`);
    expect(await source.manager.get(`${source.path}/members/${user.id}`)).toMatchObject({ status: 200, body: body[1] });
  });

  test.for(["guest", "reporter", "developer", "master"] as const)("are shown to a %s", async (role) => {
    const source = await createSource(kind);
    const user = await createUser();
    await addMember(source, user, role);
    expect(await user.get(`${source.path}/members`)).toMatchObject(listing(source.manager, user));
    expect(await user.get(`${source.path}/members/${source.manager.id}`)).toMatchObject({
      status: 200,
      body: { id: source.manager.id },
    });
  });

  test.for([
    ["public", 20, false, 200],
    ["public", 20, true, 200],
    ["internal", 10, false, 200],
    ["internal", 10, true, 404],
    ["private", 0, false, 404],
  ] as const)(
    "of a %s one (%i) are answered to others (external: %s) with %i",
    async ([, visibility_level, external, status]) => {
      const source = await createSource(kind, { visibility_level });
      const viewer = await createUser({ external });
      const notFound = { status, body: { message: `404 ${kind === "group" ? "Group" : "Project"} Not Found` } };
      expect(await viewer.get(`${source.path}/members`)).toMatchObject(
        status === 404 ? notFound : listing(source.manager),
      );
    },
  );

  test("are shown to administrators", async () => {
    const [source, admin] = await Promise.all([createSource(kind), createAdmin()]);
    expect(await admin.get(`${source.path}/members`)).toMatchObject(listing(source.manager));
  });

  test.for([
    ["name", "SPARROW"],
    ["username", "user-with-sparr"],
    ["e-mail address", "sparrow@birds"],
  ] as const)("are searched by %s", async ([what, query]) => {
    const source = await createSource(kind);
    const attributes = {
      name: { name: "Jack Sparrow" },
      username: { username: unique("user-with-sparrow"), name: "Jack" },
      "e-mail address": { email: `sparrow@birds-${unique("x")}.example.com`, name: "Jack" },
    };
    const user = await createUser(attributes[what]);
    await addMember(source, user, "guest");
    const answer = await source.manager.get(`${source.path}/members`, { query });
    expect(answer).toMatchObject(listing(user));
    expect(answer.headers.get("x-total")).toBe("1");
  });

  test.for([[""], ["  "]])("are all listed with %j", async ([query]) => {
    const source = await createSource(kind);
    expect(await source.manager.get(`${source.path}/members`, { query })).toMatchObject(listing(source.manager));
  });

  test.for([["%"], ["_"], ["\\"], [`'";--`], ["🎉"]])("are not found by %j", async ([query]) => {
    const source = await createSource(kind);
    expect(await source.manager.get(`${source.path}/members`, { query })).toMatchObject(listing());
  });

  test("are paginated, and X-Total counts them", async () => {
    const source = await createSource(kind);
    const users = await Promise.all([createUser(), createUser()]);
    for (const user of users) await addMember(source, user, "guest");
    const pages = await Promise.all(
      [1, 2, 3].map((page) => source.manager.get(`${source.path}/members`, { page, per_page: 2 })),
    );
    const ids = pages.flatMap(({ body }) => body.map(({ id }: { id: number }) => id));
    expect(ids.sort()).toEqual([source.manager.id, ...users.map(({ id }) => id)].sort());
    expect(pages.map(({ headers }) => headers.get("x-total"))).toEqual(["3", "3", "3"]);
  });

  test.for([
    ["a user who is no member", "1"],
    ["an unknown id", "999999999"],
    ["an id beyond all integers", "9".repeat(30)],
  ] as const)("do not include %s", async ([, id]) => {
    const source = await createSource(kind);
    expect(await source.manager.get(`${source.path}/members/${id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test.for(["get", "put", "delete"] as const)("have integer ids: %s of another kind is refused", async (verb) => {
    const source = await createSource(kind);
    expect(await source.manager[verb](`${source.path}/members/somebody`, { access_level: "10" })).toMatchObject({
      status: 400,
      body: { error: "user_id is invalid" },
    });
  });

  test.for([
    ["get", "/members"],
    ["get", "/members/1"],
    ["post", "/members"],
    ["put", "/members/1"],
    ["delete", "/members/1"],
  ] as const)("are 401 for anonymous callers: %s %s", async ([verb, path]) => {
    const source = await createSource(kind, { visibility_level: 20 });
    expect(await anonymous[verb](source.path + path)).toMatchObject({
      status: 401,
      body: { message: "401 Unauthorized" },
    });
  });

  test("can be listed by the path of a source as well as its id", async () => {
    const source = await createSource(kind);
    const { body } = await source.manager.get(source.path);
    const path = encodeURIComponent(kind === "group" ? body.full_path : body.path_with_namespace);
    expect(await source.manager.get(`/${kind}s/${path}/members`)).toMatchObject(listing(source.manager));
  });
});

describe("the list has only direct members", () => {
  test("and not those of a project's group", async () => {
    const [owner, member] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    const project = await createProject(owner, { namespace_id: group.id });
    await addMember(asSource("project", project, owner), member, "guest");
    expect(await owner.get(`/projects/${project.id}/members`)).toMatchObject(listing(member));
    expect(await owner.get(`/projects/${project.id}/members/${owner.id}`)).toMatchObject({
      status: 404,
      body: { message: "404 Not found" },
    });
  });

  test("and not those of a group a project is shared with", async () => {
    const [owner, member] = await Promise.all([createUser(), createUser()]);
    const [project, group] = [await createProject(owner), await createGroup(member)];
    await ok(owner.post(`/projects/${project.id}/share`, { group_id: group.id, group_access: levels.master }));
    expect(await member.get(`/projects/${project.id}/members`)).toMatchObject(listing(owner));
  });
});
