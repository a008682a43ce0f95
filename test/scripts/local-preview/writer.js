// Writes the same ascending number to two databases, the first before the second, in bursts until its stdin closes.
// Arguments: the databases, a seed, and the milliseconds of the longest pause between two bursts.
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

const [one, other, seed, longestPause] = process.argv.slice(2);
let state = Number(seed);
/** A linear congruential generator, with the constants of Numerical Recipes. @returns from 0 to below 1 */
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

const databases = [one, other].map((path) => new DatabaseSync(path, { timeout: 10_000 }));
const writes = databases.map((database) => {
  database.exec("pragma journal_mode = wal; create table if not exists numbers (number integer, filler blob)");
  return database.prepare("insert into numbers values (?, zeroblob(2000))");
});

const LONGEST_BURST = 100;
let hasEnded = false;
process.stdin.on("end", () => (hasEnded = true)).resume();
console.log("writing");
for (let number = 1; !hasEnded; await sleep(random() * Number(longestPause))) {
  for (const end = number + 20 + random() * LONGEST_BURST; number < end; number += 1) {
    for (const write of writes) write.run(number);
    await new Promise(setImmediate);
  }
}
