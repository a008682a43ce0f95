// The latency of single calls when the database is far away, beside a server that sends five queries in sequence. Each
// batch is delayed by the time of a round trip; everything else is measured.
import { type Client, median, type Target } from "./load.ts";
import { fiveQueries } from "./targets.ts";

const SAMPLES = 5;
const LONGEST = 10_000;

/** Milliseconds of round trips. @param list such as `1,30,100` @throws Error for anything else */
export function distancesIn(list: string): number[] {
  const distances = list.split(",").map(Number);
  if (distances.every((ms) => ms >= 1 && ms <= LONGEST)) return distances;
  throw new Error(`--distance takes milliseconds from 1 to ${LONGEST}, separated by commas: 1,30,100,300`);
}

/** Milliseconds of one call without concurrent ones, as a median. @param roundTrip milliseconds */
export async function latency(client: Client, target: Target, roundTrip: number): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < SAMPLES; i += 1) {
    const { status, took } = await client.once(target, roundTrip);
    if (status >= 400) throw new Error(`${target.method} ${target.name} returned ${status}.`);
    samples.push(took);
  }
  return median(samples);
}

export async function reportDistances(client: Client, targets: Target[], distances: readonly number[]): Promise<void> {
  console.log(
    `\nMilliseconds of one call when a round trip to the database takes so long: medians of ${SAMPLES} calls, one at a time.`,
  );
  const header = ["route", "round trips", ...distances.map((ms) => `${ms} ms`)];
  console.log(`\n| ${header.join(" | ")} |\n|${header.map(() => "---").join("|")}|`);
  for (const target of [fiveQueries, ...targets]) {
    // The first call compiles the statements, and may change something that later ones leave alone.
    await client.once(target);
    const { serverTiming } = await client.once(target, 0, true);
    const roundTrips = target === fiveQueries ? "5" : (/round-trips=(\d+)/.exec(serverTiming)?.[1] ?? "");
    const times: string[] = [];
    for (const ms of distances) times.push((await latency(client, target, ms)).toFixed(0));
    console.log(`| ${[`${target.method} ${target.name}`, roundTrips, ...times].join(" | ")} |`);
  }
}
