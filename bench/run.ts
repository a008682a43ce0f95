// `npm run bench`: measures routes against the floor in one process and one run, which makes the ratios comparable. The
// printed spread of the floor shows how busy the machine was.
// `npm run bench -- issue` runs only the routes whose name contains the word, `npm run bench -- --distance 1,30` only the
// latency of calls to a database that is so many milliseconds away, `npm run bench -- --calls` only what single-calls.ts
// measures.
import { parseArgs } from "node:util";
import { boot } from "../scripts/boot.ts";
import { distancesIn, latency, reportDistances } from "./distance.ts";
import { Client, median, type Rate, type Target } from "./load.ts";
import { seed } from "./seed.ts";
import { measureCalls } from "./single-calls.ts";
import { batchFloor, floors, targets } from "./targets.ts";

const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 1;
/** Milliseconds of a round trip in the table of all routes. */
const ROUND_TRIPS = [1, 30, 100];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { distance: { type: "string" }, calls: { type: "boolean" }, profile: { type: "boolean" } },
});
if (options.calls === true) {
  await measureCalls(positionals[0] ?? "", options.profile === true);
  process.exit();
}
const distances = options.distance === undefined ? null : distancesIn(options.distance);

const server = await boot({
  port: 0,
  stateDir: null,
  database: "d1",
  vars: { ROOT_TOKEN: "root-of-the-bench" },
  entry: "bench/worker.ts",
});
const client = new Client(server.url.origin, CONNECTIONS);
try {
  const size = { users: 200, groups: 40, projects: 50, issues: 100_000, mergeRequests: 5_000 };
  console.log(`Seeding ${JSON.stringify(size)} ...`);
  const word = positionals[0] ?? "";
  const chosen = targets(await seed(await server.d1(), size)).filter(({ name }) => name.includes(word));
  if (distances === null) await compareWithFloor([...floors, ...chosen]);
  else await reportDistances(client, chosen, distances);
} finally {
  client.close();
  await server.dispose();
}

async function compareWithFloor(all: Target[]): Promise<void> {
  for (const target of all) await client.rate(target, CONNECTIONS, 0.3);

  const rates = new Map<Target, Rate[]>(all.map((target) => [target, []]));
  const floorRates = new Map<Target, Rate[]>(all.map((target) => [target, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    console.log(`Round ${round} of ${ROUNDS} ...`);
    for (const target of all) {
      // The floor is measured beside each route, since the load of the machine varies.
      floorRates.get(target)?.push(await client.rate(batchFloor, CONNECTIONS, SECONDS / 2));
      rates.get(target)?.push(await client.rate(target, CONNECTIONS, SECONDS));
    }
  }
  await report(all, rates, floorRates);
}

async function report(all: Target[], rates: Map<Target, Rate[]>, floorRates: Map<Target, Rate[]>): Promise<void> {
  const floor = (rates.get(batchFloor) ?? []).map(({ perSecond }) => perSecond);
  const spread = (Math.max(...floor) - Math.min(...floor)) / median(floor);
  console.log(
    `\nThe floor varied by ${(spread * 100).toFixed(0)} % between rounds. Ratios are medians of ${ROUNDS} rounds,`,
  );
  console.log(
    `${CONNECTIONS} connections; CPU is that of workerd, which other work on the machine disturbs least; the columns in ms are the latency of one call at that latency of a round trip.\n`,
  );
  const header = [
    "route",
    "req/s",
    "of floor",
    "CPU us",
    "of floor, CPU",
    "round trips",
    "statements",
    "rows read",
    ...ROUND_TRIPS.map((ms) => `${ms} ms`),
  ];
  console.log(`| ${header.join(" | ")} |\n|${header.map(() => "---").join("|")}|`);
  for (const target of all) {
    const own = rates.get(target) ?? [];
    const floors = floorRates.get(target) ?? [];
    const ratio = median(own.map(({ perSecond }, round) => perSecond / (floors[round]?.perSecond ?? Number.NaN)));
    const cpuRatio = median(own.map(({ cpu }, round) => (floors[round]?.cpu ?? Number.NaN) / cpu));
    const { serverTiming } = await client.once(target, 0, true);
    const cost = ["round-trips", "statements", "rows-read"].map(
      (name) => new RegExp(`${name}=(\\d+)`).exec(serverTiming)?.[1] ?? "",
    );
    const latencies: string[] = [];
    for (const ms of ROUND_TRIPS)
      latencies.push(serverTiming === "" ? "" : (await latency(client, target, ms)).toFixed(1));
    const perSecond = median(own.map((rate) => rate.perSecond));
    const cpu = median(own.map((rate) => rate.cpu));
    const cells = [
      `${target.method} ${target.name}`,
      perSecond.toFixed(0),
      ratio.toFixed(2),
      cpu.toFixed(0),
      cpuRatio.toFixed(2),
      ...cost,
      ...latencies,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
