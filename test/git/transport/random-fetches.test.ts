// Random growing histories, fetched by several kinds of clones: each always has what git would send.
import { describe, expect, test } from "vitest";
import { openRepository } from "../../support/node-storage.ts";
import { cases, isSample } from "../../support/sample.ts";
import { Random } from "../random.ts";
import { leastPackedValues } from "../repository/pushing.ts";
import { GitClient } from "./git-client.ts";
import { type RandomBranches, randomBranches, timeOf } from "./random-branches.ts";
import { mirror, UploadServer, versions } from "./upload-server.ts";

const COMMITS = 60;
const STEPS = isSample ? 2 : 5;

/** Sets refs on random commits up to `newest`. */
function moveRefs(random: Random, { folder, commits, tags }: RandomBranches, newest: number): void {
  const lines = [`update refs/heads/main ${commits[newest]}`];
  for (const branch of ["one", "two", "folder/three"]) {
    if (random.chance(70)) lines.push(`update refs/heads/${branch} ${commits[random.below(newest + 1)]}`);
    else lines.push(`delete refs/heads/${branch}`);
  }
  const reached = tags.slice(0, Math.ceil((tags.length * newest) / commits.length));
  for (const [index, tag] of reached.entries()) if (random.chance(50)) lines.push(`update refs/tags/v${index} ${tag}`);
  if (random.chance(50)) lines.push(`update refs/tags/light ${commits[random.below(newest + 1)]}`);
  folder.git(["update-ref", "--stdin"], `${lines.join("\n")}\n`);
}

const shallowOptions = (random: Random, newest: number): string[] =>
  random.pick([
    [],
    [`--depth=${1 + random.below(5)}`],
    [`--deepen=${1 + random.below(4)}`],
    [`--shallow-since=${timeOf(Math.max(0, newest - random.below(20)))}`],
    ["--shallow-exclude=one"],
    ["--unshallow"],
  ]);

interface Outcome {
  readonly status: number | null;
  readonly branches: string[];
  readonly shallow: string[];
  readonly commits: string[];
}

async function fetched(client: GitClient, options: readonly string[]): Promise<Outcome> {
  const { status } = await client.try("fetch", "-q", "--prune", "--force", ...options, "origin");
  return {
    status,
    branches: await client.refs("refs/remotes"),
    shallow: client.shallow(),
    commits: (await client.lines("rev-list", "--remotes")).sort(),
  };
}

describe.each(versions.map((version) => [version]))("in version %s", (version) => {
  test("shallow and full clones get the same from this server and from git, step by step", async () => {
    for (let round = 0; round < cases(1); round++) {
      // Each version has its own histories.
      const seed = 1 + round * versions.length + version;
      const random = new Random(seed);
      using history = randomBranches(random, COMMITS);
      const repository = openRepository(leastPackedValues[seed % leastPackedValues.length]);
      await using server = await UploadServer.start(repository);
      await using gits = await UploadServer.startOfGit(history.folder);
      using ours = new GitClient(version);
      using theirs = new GitClient(version);
      for (let step = 1; step <= STEPS; step++) {
        const newest = Math.floor((COMMITS * step) / STEPS) - 1;
        moveRefs(random, history, newest);
        await mirror(history.folder, repository);
        if (step === 1) {
          const options = random.pick([[], ["--depth=3"], ["--no-tags"]]);
          for (const client of [ours, theirs])
            await client.clone(client === ours ? server.url : gits.url, "--no-single-branch", ...options);
        }
        const options = shallowOptions(random, newest);
        const [outcome, wanted] = await Promise.all([fetched(ours, options), fetched(theirs, options)]);
        expect({ seed, step, options, ...outcome }).toEqual({ seed, step, options, ...wanted });
        expect({ seed, step, options, faults: await ours.faults() }).toEqual({ seed, step, options, faults: [] });
        // Git finds tags on trees differently while it unpacks, and may leave some to the next fetch.
        expect(await ours.refs("refs/tags")).toEqual(expect.arrayContaining(await theirs.refs("refs/tags")));
      }
    }
  });
});
