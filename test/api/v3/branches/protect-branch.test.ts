// PUT /projects/:id/repository/branches/:branch/protect and /unprotect, and the effects of protection.
import { describe, expect, test } from "vitest";
import { type Actor, ok } from "../../../support/actors.ts";
import type { Values } from "../../../support/api.ts";
import { WorkingFolder } from "../../../support/git.ts";
import { addMember, createBranch, createSeeded, type Seeded } from "./branches.ts";

const missing = { status: 404, body: { message: "404 Branch Not Found" } };

test("a branch can be protected and unprotected", async () => {
  const seeded = await createSeeded();
  const { owner, path, commit } = seeded;
  await createBranch(seeded, "feature/one");
  const at = `${path}/feature%2Fone`;
  const state = {
    name: "feature/one",
    commit: { id: commit },
    developers_can_push: false,
    developers_can_merge: false,
  };
  expect(await owner.put(`${at}/protect`)).toMatchObject({ status: 200, body: { ...state, protected: true } });
  expect(await owner.get(at)).toMatchObject({ status: 200, body: { ...state, protected: true } });
  expect(await owner.put(`${at}/unprotect`)).toMatchObject({ status: 200, body: { ...state, protected: false } });
  expect(await owner.get(at)).toMatchObject({ status: 200, body: { ...state, protected: false } });
});

test("a second call keeps omitted flags, and unprotecting resets all of them", async () => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  await createBranch(seeded, "b");
  const protect = async (attributes: Values) => {
    const {
      protected: is,
      developers_can_push,
      developers_can_merge,
    } = await ok(owner.put(`${path}/b/protect`, attributes));
    return [is, developers_can_push, developers_can_merge];
  };
  expect(await protect({ developers_can_push: true })).toEqual([true, true, false]);
  expect(await protect({})).toEqual([true, true, false]);
  expect(await protect({ developers_can_merge: "1" })).toEqual([true, true, true]);
  expect(await protect({ developers_can_push: false, developers_can_merge: null })).toEqual([true, false, true]);
  expect(await ok(owner.put(`${path}/b/unprotect`))).toMatchObject({ protected: false, developers_can_merge: false });
  expect(await protect({ developers_can_push: "" })).toEqual([true, false, false]);
});

test("slashes need no encoding, even in names that end as the path does", async () => {
  const seeded = await createSeeded();
  const { owner, path } = seeded;
  for (const name of ["a/b/c", "x/protect", "unprotect/protect/y", "protect"]) {
    await createBranch(seeded, name);
    expect(await owner.put(`${path}/${name}/protect`)).toMatchObject({ status: 200, body: { name, protected: true } });
    expect(await owner.put(`${path}/${name}/unprotect`)).toMatchObject({
      status: 200,
      body: { name, protected: false },
    });
  }
});

test.each(["protect", "unprotect"])("%s: a missing branch answers 404", async (verb) => {
  const { owner, path } = await createSeeded();
  expect(await owner.put(`${path}/none/${verb}`)).toMatchObject(missing);
  expect(await owner.put(`${path}/refs%2Fheads%2Fmain/${verb}`)).toMatchObject(missing);
});

test("invalid flags answer 400", async () => {
  const { owner, path } = await createSeeded();
  const attributes = { developers_can_push: "maybe", developers_can_merge: [1] };
  expect(await owner.put(`${path}/main/protect`, attributes)).toMatchObject({
    status: 400,
    body: { error: "developers_can_push is invalid, developers_can_merge is invalid" },
  });
});

describe("the default branch is protected from its first push on:", () => {
  const texts = {
    push: "You are not allowed to push code to protected branches on this project.",
    force: "You are not allowed to force push code to a protected branch on this project.",
    delete: "You are not allowed to delete protected branches from this project.",
  };

  /** Git's answer when the caller pushes this to `main`. */
  async function pushed({ project }: Seeded, caller: Actor, kind: "forward" | "force" | "delete"): Promise<string> {
    using folder = await WorkingFolder.clone(caller, project);
    if (kind === "force") await folder.git("checkout", "-q", "--orphan", "other");
    if (kind !== "delete") await folder.commit({ new: kind }, kind);
    const refspec = kind === "delete" ? ":refs/heads/main" : "+HEAD:refs/heads/main";
    const { code, stderr } = await folder.push("origin", refspec);
    return code === 0 ? "ok" : stderr;
  }

  test("developers can push to it once that is allowed, or it is unprotected", async () => {
    const seeded = await createSeeded();
    const { owner, path } = seeded;
    const developer = await addMember(seeded, "developer");
    expect(await pushed(seeded, developer, "forward")).toContain(texts.push);
    await ok(owner.put(`${path}/main/protect`, { developers_can_merge: true }));
    expect(await pushed(seeded, developer, "forward")).toContain(texts.push);
    await ok(owner.put(`${path}/main/protect`, { developers_can_push: true }));
    expect(await pushed(seeded, developer, "forward")).toBe("ok");
    await ok(owner.put(`${path}/main/protect`, { developers_can_push: false }));
    expect(await pushed(seeded, developer, "forward")).toContain(texts.push);
    await ok(owner.put(`${path}/main/unprotect`));
    expect(await pushed(seeded, developer, "forward")).toBe("ok");
  });

  test("masters can push to it; nobody can force or delete it until it is unprotected", async () => {
    const seeded = await createSeeded();
    const { owner, path } = seeded;
    const master = await addMember(seeded, "master");
    expect(await pushed(seeded, master, "forward")).toBe("ok");
    for (const caller of [master, owner]) {
      expect(await pushed(seeded, caller, "force")).toContain(texts.force);
      expect(await pushed(seeded, caller, "delete")).toContain(texts.delete);
    }
    await ok(owner.put(`${path}/main/unprotect`));
    expect(await pushed(seeded, master, "force")).toBe("ok");
  });

  test("other branches are not", async () => {
    const seeded = await createSeeded();
    await createBranch(seeded, "new");
    expect(await seeded.owner.get(`${seeded.path}/new`)).toMatchObject({ body: { protected: false } });
  });
});
