// The audit event of a protected branch survives a crash at any step, and is recorded once.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { boot, type Server } from "../../../../scripts/boot.ts";
import { build } from "../../../../scripts/build.ts";
import { ok, unique } from "../../../support/actors.ts";
import { type Answer, Caller, send } from "../../../support/api.ts";
import { copyMigrated } from "../../../support/empty-server.ts";
import { Fate, type Life } from "../../../support/fate.ts";

const token = "a-token-for-one-test";

/** A project whose branch `main` is about to be unprotected. */
interface Story {
  readonly id: number;
  readonly life: Life;
  readonly unprotect: () => Promise<Answer>;
  readonly isProtected: () => Promise<boolean>;
  /** Types of the events of protected branches. */
  readonly events: () => Promise<string[]>;
}

test("however the server dies, a branch that is no longer protected has one event that says so", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-protection-"));
  await copyMigrated(stateDir);
  const entry = "test/support/mortal-worker.ts";
  const bundle = await build(inject("database"), entry);
  await using fate = await Fate.start();
  const root = new Caller(token);
  let server: Server | undefined;
  const live = async () => {
    server = await boot({
      port: 0,
      stateDir,
      database: inject("database"),
      vars: { ROOT_TOKEN: token, FATE: fate.url },
      entry,
      bundle,
    });
    fate.worker = server.url.origin;
  };
  const url = (path: string) => `${server?.url.origin}/api/v3${path}`;

  const begin = async (): Promise<Story> => {
    const { id } = await ok(root.post(url("/projects"), { name: unique("mortal") }));
    const actions = [{ action: "create", file_path: "README.md", content: "Read me\n" }];
    await ok(
      send(url(`/projects/${id}/repository/commits`), {
        method: "POST",
        headers: { ...root.headers, "content-type": "application/json" },
        body: JSON.stringify({ branch_name: "main", commit_message: "Begin", actions }),
      }),
    );
    const branch = `/projects/${id}/repository/branches/main`;
    return {
      id,
      life: fate.of(new Set([id])),
      unprotect: () => root.put(url(`${branch}/unprotect`)),
      isProtected: async () => (await ok(root.get(url(branch)))).protected,
      events: async () => {
        const events: { event_type: string }[] = await ok(root.get(url(`/projects/${id}/audit_events`)));
        return events.map(({ event_type }) => event_type).filter((type) => type.startsWith("protected_branch_"));
      },
    };
  };

  try {
    await live();
    const model = await begin();
    await model.life.watch();
    await ok(model.unprotect());
    model.life.release();
    const { steps } = model.life;
    expect(steps).toContain("batch: insert into audit_events");

    const stories = await Promise.all(steps.map(begin));
    await Promise.all(stories.map(({ life }, at) => life.watch(at)));
    const answers = stories.map((story) => story.unprotect().catch(() => "none"));
    await Promise.all(stories.map(({ life }) => life.ended));
    await server?.dispose();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["none"]));

    for (const { life } of stories) life.release();
    await live();
    const lost: string[] = [];
    for (const [at, { isProtected, unprotect, events }] of stories.entries()) {
      const name = `dead before step ${at} (${steps[at]})`;
      if (await isProtected()) {
        lost.push(name);
        expect(await events(), name).toEqual([]);
        await ok(unprotect());
      }
      await expect.poll(events, { timeout: 20_000, message: name }).toEqual(["protected_branch_removed"]);
    }
    // The change happens in the call of the repository: deaths before it lose it, later ones do not.
    expect(lost).toHaveLength(steps.indexOf("unprotectBranch") + 1);
  } finally {
    await server?.dispose();
    await rm(stateDir, { recursive: true, force: true });
  }
}, 120_000);
