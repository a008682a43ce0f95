// The objects of a pack, for random wants and haves.
import { expect, test } from "vitest";
import { openRepository } from "../../support/node-storage.ts";
import { cases } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { receive } from "../pack/memory-store.ts";
import { Random } from "../random.ts";
import { leastPackedValues } from "../repository/pushing.ts";
import { randomBranches } from "./random-branches.ts";
import { fetchLines, packIn, sendRequest } from "./requests.ts";
import { push } from "./upload-server.ts";

const reached = (folder: GitFolder, oids: readonly string[]) =>
  folder
    .git(["rev-list", "--objects", "--no-object-names", "--stdin"], `${oids.join("\n")}\n`)
    .toString()
    .split("\n")
    .filter(Boolean);

test("a pack has all missing objects, and only requested ones", async () => {
  for (let seed = 1; seed <= cases(3); seed++) {
    const random = new Random(seed);
    using history = randomBranches(random, 120);
    const { folder, commits, tags } = history;
    const repository = openRepository(leastPackedValues[seed % leastPackedValues.length]);
    await push(folder, repository, [...commits, ...tags]);
    for (let fetch = 0; fetch < 25; fetch++) {
      const wants = random.times(1 + random.below(3), () => random.pick(random.chance(30) ? tags : commits));
      const haves = random.times(random.below(4), () => random.pick(commits));
      const response = await sendRequest(repository, 2, ...fetchLines(wants, haves, "done"));
      const { objects } = await receive((await packIn(response)).pack);
      const had = new Set(reached(folder, haves));
      const requested = new Set(reached(folder, wants));
      const missing = [...requested].filter((oid) => !had.has(oid) && !objects.has(oid));
      const unrequested = [...objects.keys()].filter((oid) => !requested.has(oid));
      expect({ seed, fetch, wants, haves, missing, unrequested }).toEqual({
        seed,
        fetch,
        wants,
        haves,
        missing: [],
        unrequested: [],
      });
    }
  }
});
