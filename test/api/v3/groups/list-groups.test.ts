// GET /groups: which groups it lists, and how it searches, skips, orders and counts them.
import { describe, expect, test } from "vitest";
import { anonymous, createAdmin, createUser, levels, ok, unique } from "../../../support/actors.ts";
import { baseUrl } from "../../../support/api.ts";
import { createGroup, createProject } from "../../../support/factories.ts";
import { idsOf, listing } from "../../../support/lists.ts";

describe("the list", () => {
  test("has the groups the user is a direct member of, at any level, and no other", async () => {
    const [owner, guest] = await Promise.all([createUser(), createUser()]);
    const joined = await createGroup(owner, { visibility_level: 0 });
    const own = await createGroup(guest);
    await createGroup(owner, { visibility_level: 20 });
    await ok(owner.post(`/groups/${joined.id}/members`, { user_id: guest.id, access_level: levels.guest }));
    const answer = await guest.get("/groups");
    expect({ status: answer.status, body: idsOf(answer) }).toEqual({ status: 200, body: [joined.id, own.id] });
  });

  test("leaves out groups of which the user is only a project member", async () => {
    const [owner, guest] = await Promise.all([createUser(), createUser()]);
    const project = await createProject(owner, { namespace_id: (await createGroup(owner)).id });
    await ok(owner.post(`/projects/${project.id}/members`, { user_id: guest.id, access_level: levels.guest }));
    expect(await guest.get("/groups")).toMatchObject({ status: 200, body: [] });
  });

  test("has all groups for an administrator, private ones of others too", async () => {
    const [owner, admin] = await Promise.all([createUser(), createAdmin()]);
    const group = await createGroup(owner, { visibility_level: 0 });
    expect(await admin.get("/groups", { search: group.path })).toMatchObject(listing(group));
  });

  test("is 401 without credentials", async () => {
    expect(await anonymous.get("/groups")).toMatchObject({ status: 401, body: { message: "401 Unauthorized" } });
  });

  test("has these attributes for a group and no projects", async () => {
    const owner = await createUser();
    const path = unique("group");
    await createGroup(owner, { name: `Name of ${path}`, path, description: "What for", visibility_level: 10 });
    const { status, body } = await owner.get("/groups");
    expect({ status, body }).toEqual({
      status: 200,
      body: [
        {
          id: expect.any(Number),
          name: `Name of ${path}`,
          path,
          description: "What for",
          visibility_level: 10,
          lfs_enabled: true,
          avatar_url: null,
          web_url: `${baseUrl}/groups/${path}`,
          request_access_enabled: false,
          full_name: `Name of ${path}`,
          full_path: path,
          parent_id: null,
        },
      ],
    });
  });
});

describe("all_available", () => {
  const table = `
    who       public internal private joined holding-a-project-of-theirs holding-a-project-shared-with-them
    outsider  yes    yes      no      no     no                          no
    external  yes    no       no      no     no                          no
    member    yes    yes      no      yes    yes                         yes
    admin     yes    yes      yes     yes    yes                         yes`;
  const [[, ...kinds] = [], ...rows] = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

  test.for(rows.map(([who = "", ...cells]) => ({ who, cells })))(
    "lists for $who the groups they can see",
    async ({ who, cells }) => {
      const [owner, viewer] = await Promise.all([
        createUser(),
        createUser(who === "external" ? { external: true } : { admin: who === "admin" }),
      ]);
      const marker = unique("m");
      const level: Record<string, number> = { public: 20, internal: 10 };
      for (const kind of kinds) {
        const path = `${marker}-${kind}`;
        const group = await createGroup(owner, { name: path, path, visibility_level: level[kind] ?? 0 });
        if (who !== "member") continue;
        const membership = { user_id: viewer.id, access_level: levels.guest };
        if (kind === "joined") await ok(owner.post(`/groups/${group.id}/members`, membership));
        if (!kind.startsWith("holding")) continue;
        const project = await createProject(owner, { namespace_id: group.id });
        if (kind === "holding-a-project-of-theirs") {
          await ok(owner.post(`/projects/${project.id}/members`, membership));
        } else {
          const team = await createGroup(owner);
          await ok(owner.post(`/groups/${team.id}/members`, membership));
          await ok(owner.post(`/projects/${project.id}/share`, { group_id: team.id, group_access: levels.guest }));
        }
      }
      const { status, body } = await viewer.get("/groups", { all_available: true, search: marker });
      const found = new Set(body.map((group: { path: string }) => group.path.slice(marker.length + 1)));
      const seen = kinds.map((kind) => (found.has(kind) ? "yes" : "no"));
      expect({ status, seen }).toEqual({ status: 200, seen: cells });
    },
  );

  test("false lists only the caller's own groups", async () => {
    const [owner, outsider] = await Promise.all([createUser(), createUser()]);
    const group = await createGroup(owner);
    expect(await outsider.get("/groups", { all_available: false, search: group.path })).toMatchObject(listing());
  });

  test("refuses anything but a boolean", async () => {
    const user = await createUser();
    expect(await user.get("/groups", { all_available: "perhaps" })).toMatchObject({
      status: 400,
      body: { error: "all_available is invalid" },
    });
  });
});

describe("search", () => {
  test.for([
    ["a part of the name", "ummer-ma", ["one"]],
    ["a part of the path", "inter-ma", ["two"]],
    ["letters of another case", "SUMMER", ["one"]],
    ["something in several groups", "er-ma", ["one", "two"]],
    ["something in no group", "autumn", []],
    ["the empty text, which is no filter", "", ["one", "three", "two"]],
    ["blanks, which are no filter", "  ", ["one", "three", "two"]],
    ["an underscore, which is literal", "_", ["three"]],
    ["a percent sign, which is literal", "%", []],
    ["a percent sign between letters", "s%r", []],
    ["a backslash", "\\", []],
    ["quotes", `'";--`, []],
    ["an emoji", "🎉", []],
    ["ten thousand letters", "x".repeat(10_000), []],
  ] as const)("finds groups by %s", async ([, search, expected]) => {
    const owner = await createUser();
    const mark = () => unique("ma").replaceAll("_", "-");
    const groups = {
      one: await createGroup(owner, { name: `1 Summer-${mark()}` }),
      two: await createGroup(owner, { name: `3 ${unique("b")}`, path: `winter-${mark()}` }),
      three: await createGroup(owner, { name: `2 ${unique("b")}`, path: `a_c-${unique("b")}` }),
    };
    expect(await owner.get("/groups", { search })).toMatchObject(listing(...expected.map((key) => groups[key])));
  });

  test("for text that cannot be stored finds nothing or is refused", async () => {
    const owner = await createUser();
    await createGroup(owner);
    expect(await owner.get("/groups?search=%00")).toMatchObject({ status: 400, body: { error: "search is invalid" } });
  });
});

describe("skip_groups", () => {
  test("leaves out these groups, and ignores unknown ids", async () => {
    const owner = await createUser();
    const [first, second, third] = [
      await createGroup(owner, { name: unique("a") }),
      await createGroup(owner, { name: unique("b") }),
      await createGroup(owner, { name: unique("c") }),
    ];
    const answer = await owner.get("/groups", { skip_groups: [first.id, third.id, 2 ** 40] });
    expect(answer).toMatchObject(listing(second));
    expect(answer.headers.get("x-total")).toBe("1");
  });

  test.for([["skip_groups[]=abc"], ["skip_groups=1"], ["skip_groups[]=1&skip_groups[]=x"]])(
    "%s is refused",
    async ([query]) => {
      const user = await createUser();
      expect(await user.get(`/groups?${query}`)).toMatchObject({
        status: 400,
        body: { error: "skip_groups is invalid" },
      });
    },
  );
});

describe("order", () => {
  test.for([
    [{}, ["x", "y", "z"]],
    [{ sort: "desc" }, ["z", "y", "x"]],
    [{ order_by: "name" }, ["x", "y", "z"]],
    [{ order_by: "path" }, ["z", "x", "y"]],
    [{ order_by: "path", sort: "asc" }, ["z", "x", "y"]],
    [{ order_by: "path", sort: "desc" }, ["y", "x", "z"]],
  ] as const)("%j lists %j", async ([query, expected]) => {
    const owner = await createUser();
    const groups = {
      y: await createGroup(owner, { name: unique("name-y"), path: unique("path-3") }),
      x: await createGroup(owner, { name: unique("name-x"), path: unique("path-2") }),
      z: await createGroup(owner, { name: unique("name-z"), path: unique("path-1") }),
    };
    expect(await owner.get("/groups", query)).toMatchObject(listing(...expected.map((key) => groups[key])));
  });

  test.for([
    ["order_by", "id"],
    ["order_by", "created_at"],
    ["order_by", "Name"],
    ["order_by", ""],
    ["sort", "up"],
    ["sort", "ASC"],
    ["sort", ""],
  ])("%s=%s is refused", async ([name, value]) => {
    const user = await createUser();
    expect(await user.get(`/groups?${name}=${value}`)).toMatchObject({
      status: 400,
      body: { error: `${name} does not have a valid value` },
    });
  });

  test("neither repeats nor drops a group over the pages, and X-Total counts them all", async () => {
    const owner = await createUser();
    const groups = [];
    for (const letter of "abcde") groups.push(await createGroup(owner, { name: unique(letter) }));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => owner.get("/groups", { page, per_page: 2 })));
    expect(pages.flatMap(({ body }) => body.map(({ id }: { id: number }) => id))).toEqual(groups.map(({ id }) => id));
    expect(pages.map(({ headers }) => headers.get("x-total"))).toEqual(["5", "5", "5", "5"]);
  });
});

describe("statistics", () => {
  const sizes = { storage_size: 0, repository_size: 0, lfs_objects_size: 0, build_artifacts_size: 0 };

  test("are shown to an administrator who requests them", async () => {
    const admin = await createAdmin();
    const group = await createGroup(admin);
    expect(await admin.get("/groups", { statistics: true, search: group.path })).toMatchObject({
      status: 200,
      body: [{ id: group.id, statistics: sizes }],
    });
  });

  test.for([
    ["an administrator who does not request them", true, {}],
    ["an administrator who declines them", true, { statistics: false }],
    ["a user who requests them", false, { statistics: true }],
  ] as const)("are left out for %s", async ([, admin, query]) => {
    const user = await createUser({ admin });
    const group = await createGroup(user);
    const { status, body } = await user.get("/groups", { ...query, search: group.path });
    expect({ status, keys: Object.keys(body[0]) }).toEqual({
      status: 200,
      keys: expect.not.arrayContaining(["statistics"]),
    });
  });
});
