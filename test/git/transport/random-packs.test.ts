// The objects of a pack, for random wants and haves.
import { expect, test } from "vitest";
import { openRepository } from "../../support/node-storage.ts";
import { cases, isSample } from "../../support/sample.ts";
import type { GitFolder } from "../git-folder.ts";
import { receive } from "../pack/memory-store.ts";
import { Random } from "../random.ts";
import { leastPackedValues } from "../repository/pushing.ts";
import { randomBranches } from "./random-branches.ts";
import { fetchLines, packIn, sendRequest } from "./requests.ts";
import { push } from "./upload-server.ts";

/** For each list of commits and tags, the objects that it reaches. */
const reached = (folder: GitFolder, lists: readonly (readonly string[])[]): Set<string>[] =>
  folder
    // The folder has no branches: with that option a list may be empty.
    .gitAll(lists.map((oids) => ["rev-list", "--objects", "--no-object-names", "--branches", ...oids]))
    .map((output) => new Set(output.toString().split("\n").filter(Boolean)));

const FETCHES = isSample ? 12 : 25;

test("a pack has all missing objects, and only requested ones", async () => {
  for (let seed = 1; seed <= cases(3); seed++) {
    const random = new Random(seed);
    using history = randomBranches(random, 120);
    const { folder, commits, tags } = history;
    const repository = openRepository(leastPackedValues[seed % leastPackedValues.length]);
    await push(folder, repository, [...commits, ...tags]);
    const fetches = random.times(FETCHES, () => ({
      wants: random.times(1 + random.below(3), () => random.pick(random.chance(30) ? tags : commits)),
      haves: random.times(random.below(4), () => random.pick(commits)),
    }));
    const reachable = reached(
      folder,
      fetches.flatMap(({ wants, haves }) => [wants, haves]),
    );
    for (const [fetch, { wants, haves }] of fetches.entries()) {
      const response = await sendRequest(repository, 2, ...fetchLines(wants, haves, "done"));
      const { objects } = await receive((await packIn(response)).pack);
      const [requested, had] = [reachable.shift() ?? new Set<string>(), reachable.shift() ?? new Set<string>()];
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
