// A merge survives a crash at any step: the restarted server completes it as if nothing had happened.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { boot, type Server } from "../../../../scripts/boot.ts";
import { build } from "../../../../scripts/build.ts";
import { Random } from "../../../git/random.ts";
import { ok, unique } from "../../../support/actors.ts";
import { type Answer, Caller, type Values } from "../../../support/api.ts";
import { copyMigrated } from "../../../support/empty-server.ts";
import { Fate, type Life } from "../../../support/fate.ts";
import { once } from "../../../support/once.ts";

const seed = Number(process.env.GIT_SEED ?? 1);
const kinds = ["of one project", "from a fork", "squashed when the build has succeeded"] as const;
type Kind = (typeof kinds)[number];
const healers = ["a request", "an alarm"] as const;

const token = "a-token-for-one-test";
const entry = "test/support/mortal-worker.ts";

/** A merge request that is about to be merged. */
interface Story {
  readonly kind: Kind;
  readonly life: Life;
  /** Ids of projects. */
  readonly target: number;
  readonly source: number;
  readonly tips: { readonly main: string; readonly feature: string };
  readonly id: number;
  readonly iid: number;
  readonly accept: () => Promise<Answer>;
}

const mortalBundle = once(() => build(inject("database"), entry));

/** A client of one server, which may crash and restart. */
class World {
  readonly fate: Fate;
  readonly #stateDir: string;
  readonly #root = new Caller(token);
  #server: Server | undefined;

  constructor(fate: Fate, stateDir: string) {
    this.fate = fate;
    this.#stateDir = stateDir;
  }

  async live(): Promise<void> {
    this.#server = await boot({
      port: 0,
      stateDir: this.#stateDir,
      database: inject("database"),
      vars: { ROOT_TOKEN: token, FATE: this.fate.url },
      entry,
      bundle: await mortalBundle(),
    });
    this.fate.worker = this.#server.url.origin;
  }

  /** Kills workerd with SIGKILL, as Miniflare always does. */
  async die(): Promise<void> {
    await this.#server?.dispose();
  }

  /** Resolves when the server has no work left. */
  async stall(): Promise<void> {
    const isStalled = () =>
      fetch(this.#url("/version"), { signal: AbortSignal.timeout(500) }).then(
        () => false,
        () => true,
      );
    await expect.poll(isStalled, { timeout: 20_000 }).toBe(true);
  }

  get = (path: string) => ok(this.#root.get(this.#url(path)));
  post = (path: string, body: Values) => ok(this.#root.post(this.#url(path), body));
  tryPost = (path: string, body: Values) => this.#root.post(this.#url(path), body);
  tryPut = (path: string, body: Values, version?: "v4") => this.#root.put(this.#url(path, version), body);
  getV4 = (path: string) => ok(this.#root.get(this.#url(path, "v4")));

  #url(path: string, version = "v3"): string {
    return `${this.#server?.url.origin}/api/${version}${path}`;
  }
}

async function commit(world: World, projectId: number, branch_name: string, file_path: string): Promise<string> {
  const actions = [{ action: "create", file_path, content: `${file_path}\n` }];
  const body = { branch_name, commit_message: `Write ${file_path}`, actions };
  return (await world.post(`/projects/${projectId}/repository/commits`, asValues(body))).id;
}

/** Sends a JSON body. */
const asValues = (body: object): Values => body as Values;

/** It closes two issues, and its source branch is to be removed. */
async function begin(world: World, kind: Kind): Promise<Story> {
  const { id: target } = await world.post("/projects", { name: unique("mortal") });
  const main = await commit(world, target, "main", "README.md");
  for (const title of ["One", "Two"]) await world.post(`/projects/${target}/issues`, { title });
  const source = kind === "from a fork" ? await fork(world, target) : target;
  await world.post(`/projects/${source}/repository/branches`, { branch_name: "feature", ref: "main" });
  const feature = await commit(world, source, "feature", "feature.txt");
  const { id, iid } = await world.post(`/projects/${source}/merge_requests`, {
    target_project_id: target,
    source_branch: "feature",
    target_branch: "main",
    title: "Feature",
    description: "Closes #1, fixes #2",
  });
  const one = `/projects/${target}/merge_requests/${id}`;
  await world.get(one);
  const options = { should_remove_source_branch: true, merge_commit_message: "Merge it" };
  const setStatus = (state: string) =>
    world.tryPost(`/projects/${source}/statuses/${feature}`, { state, ref: "feature" });
  const waits = kind === "squashed when the build has succeeded";
  if (waits) {
    await ok(setStatus("running"));
    const merge = { ...options, auto_merge: true, squash: true };
    await ok(world.tryPut(`/projects/${target}/merge_requests/${iid}/merge`, merge, "v4"));
  }
  const accept = () => (waits ? setStatus("success") : world.tryPut(`${one}/merge`, options));
  const life = world.fate.of(new Set([target, source]));
  return { kind, life, target, source, tips: { main, feature }, id, iid, accept };
}

async function fork(world: World, projectId: number): Promise<number> {
  const path = unique("group");
  await world.post("/groups", { name: path, path });
  return (await world.post(`/projects/fork/${projectId}`, { namespace: path })).id;
}

/** The parts of {@link endOf} that are the same for every project. */
const merged = {
  state: "merged",
  merge_status: "can_be_merged",
  should_remove_source_branch: true,
  isMergeCommit: true,
  notes: expect.arrayContaining(["root: merged"]),
  issues: ["closed", "closed"],
  areParents: true,
  branches: ["main"],
};

/** Everything that a merge leaves behind. */
async function endOf(world: World, { target, source, tips, id, iid }: Story) {
  const one = `/projects/${target}/merge_requests/${id}`;
  const [mergeRequest, { squash_commit_sha }, notes, issues, commits, branches] = await Promise.all([
    world.get(one),
    world.getV4(`/projects/${target}/merge_requests/${iid}`),
    world.get(`${one}/notes`),
    world.get(`/projects/${target}/issues`),
    world.get(`/projects/${target}/repository/commits?ref_name=main`),
    world.get(`/projects/${source}/repository/branches`),
  ]);
  const { state, merge_status, merge_commit_sha, sha, should_remove_source_branch } = mergeRequest;
  const results = await Promise.all(
    issues.map((issue: { id: number }) => world.get(`/projects/${target}/issues/${issue.id}/notes`)),
  );
  const bodies = (list: { body: string; author: { username: string } }[]) =>
    list.map(({ body, author }) => `${author.username}: ${body}`.replaceAll(tips.feature, "<head>")).sort();
  const [merge] = commits;
  return {
    state,
    merge_status,
    should_remove_source_branch,
    isMergeCommit: merge_commit_sha === merge.id && sha === tips.feature,
    notes: bodies(notes),
    issues: issues.map((issue: { state: string }) => issue.state),
    toldToIssues: results.map((list) => bodies(list).map((body) => body.replaceAll(merge.id, "<merge>"))),
    commits: commits.map(({ message, author_name }: Record<string, string>) => `${author_name}: ${message}`).sort(),
    areParents: `${merge.parent_ids}` === `${[tips.main, squash_commit_sha ?? tips.feature]}`,
    isSquashed: squash_commit_sha !== null,
    branches: branches.map(({ name }: { name: string }) => name),
  };
}

interface Death {
  readonly kind: Kind;
  /** The number of the step that is not executed. */
  readonly at: number;
  readonly step: string;
  readonly isMerged: boolean;
}

/** Stops at every step that may leave something behind, except where a merge proceeds as an earlier project's did. */
function deathsOf({ kind, life: { steps } }: Story): Death[] {
  const accepted = steps.indexOf("acceptMergeRequest");
  // The first step at which the target branch has moved.
  const swapped = steps.indexOf("tell", accepted);
  const deaths = steps.map((step, at) => ({ kind, at, step, isMerged: at >= swapped }));
  return kind === "squashed when the build has succeeded" ? deaths.slice(0, swapped + 1) : deaths.slice(accepted);
}

/** Dozens of stories wait at the same time, for alarms that are two seconds away. */
const sometimes = { timeout: 20_000, interval: 500 };

async function expectEnd(world: World, story: Story, { at, step, isMerged }: Death, healer: string, end: unknown) {
  const name = `${story.kind}: dead before ${at} (${step}), healed by ${healer}, seed ${seed}`;
  const path = `/projects/${story.target}/merge_requests`;
  if (!isMerged) {
    expect(await world.get(`${path}/${story.id}`), name).toMatchObject({ state: "opened", merge_commit_sha: null });
    await ok(story.accept());
  } else if (healer === "a request") {
    expect(await world.tryPut(`${path}/${story.id}/merge`, {}), name).toMatchObject({ status: 406 });
  } else {
    const stateOf = async () => (await world.get(path))[0].state;
    await expect.poll(stateOf, { ...sometimes, message: name }).toBe("merged");
    // Its effects are still being written.
    await expect.poll(() => endOf(world, story), { ...sometimes, message: name }).toEqual(end);
  }
  expect(await endOf(world, story), name).toEqual(end);
}

test("a merge ends the same wherever the server crashes in it", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "tributary-deaths-"));
  await copyMigrated(stateDir);
  await using fate = await Fate.start();
  const world = new World(fate, stateDir);
  try {
    await world.live();
    const random = new Random(seed);
    const models = await Promise.all(kinds.map((kind) => begin(world, kind)));
    for (const { life, accept } of models) {
      await life.watch();
      await ok(accept());
      life.release();
    }
    const ends = new Map(
      await Promise.all(models.map(async (model) => [model.kind, await endOf(world, model)] as const)),
    );
    for (const [kind, end] of ends) {
      const isSquashed = kind === "squashed when the build has succeeded";
      expect(end).toMatchObject({ ...merged, isSquashed });
      const brought = isSquashed ? "Feature" : "Write feature.txt";
      expect(end.commits).toEqual(
        ["Merge it", "Write README.md", brought].map((text) => `Administrator: ${text}`).sort(),
      );
    }

    const stories = await Promise.all(
      models.flatMap(deathsOf).map(async (death) => {
        const [healer, story] = [random.pick(healers), await begin(world, death.kind)];
        return { death, healer, story };
      }),
    );
    const stalled = await begin(world, "of one project");
    await Promise.all(stories.map(({ death, story }) => story.life.watch(death.at)));
    const answers = stories.map(({ story }) => story.accept().catch(() => "none"));
    await Promise.all(stories.map(({ story }) => story.life.ended));
    await stalled.life.watchUntilStalled("acceptMergeRequest");
    answers.push(stalled.accept().catch(() => "none"));
    await world.stall();
    await world.die();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(["none"]));

    for (const { healer, story } of stories) story.life.release(healer === "a request" ? story.target : null);
    stalled.life.release();
    await world.live();
    await Promise.all(
      stories.map(({ death, healer, story }) => expectEnd(world, story, death, healer, ends.get(story.kind))),
    );
    const inTheSwap = { kind: stalled.kind, at: 2, step: "the swap is done", isMerged: false };
    await expectEnd(world, stalled, inTheSwap, "nobody", ends.get(stalled.kind));
  } finally {
    await world.die();
    await rm(stateDir, { recursive: true, force: true });
  }
}, 120_000);
