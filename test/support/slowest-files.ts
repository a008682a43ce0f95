// A reporter that logs the progress, and at the end the slowest files or, with PROFILE=true, those with most CPU time, and
// whether this was a sample.
import type { Reporter, TestModule } from "vitest/node";
import type {} from "./profile.ts";
import { isSample } from "./sample.ts";

const MOST = 10;
const MOST_PROFILED = 40;
const SHARE = 10;

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1).padStart(7);

export class SlowestFiles implements Reporter {
  #files = 0;
  #ended = 0;
  #began = 0;

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#files = specifications.length;
    this.#began = Date.now();
  }

  /** Logs each tenth of the run, for CI logs without a progress bar. */
  onTestModuleEnd(): void {
    this.#ended += 1;
    const share = (ended: number) => Math.floor((ended / this.#files) * SHARE);
    if (this.#files < 2 * SHARE || share(this.#ended) === share(this.#ended - 1)) return;
    console.log(`${this.#ended} of ${this.#files} files after ${Math.round((Date.now() - this.#began) / 1_000)} s`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const profiled = modules.filter((module) => module.meta().cpu !== undefined);
    if (profiled.length > 0) this.#tellCosts(profiled);
    else if (modules.length > 1) this.#tellSlowest(modules);
    // Without any module: vitest has found none of the files that were named.
    if (isSample) console.log("\nThis was a sample, which leaves some files out. `npm run test:all` runs everything.");
  }

  #tellSlowest(modules: readonly TestModule[]): void {
    const slowest = modules.toSorted((one, other) => other.diagnostic().duration - one.diagnostic().duration);
    console.log("\nSlowest files, in seconds:");
    for (const module of slowest.slice(0, MOST)) {
      console.log(`${seconds(module.diagnostic().duration)}  ${module.relativeModuleId} (${module.project.name})`);
    }
  }

  #tellCosts(modules: readonly TestModule[]): void {
    const costs = modules.map((module) => {
      const { own = 0, started = 0, server = 0 } = module.meta().cpu ?? {};
      const name = `${module.relativeModuleId} (${module.project.name})`;
      return { name, all: own + started + server, own, started, server, took: module.diagnostic().duration };
    });
    const sum = (part: "all" | "own" | "started" | "server" | "took") =>
      costs.reduce((total, cost) => total + cost[part], 0);
    const rows = costs.toSorted((one, other) => other.all - one.all).slice(0, MOST_PROFILED);
    rows.push({
      name: `${costs.length} files`,
      all: sum("all"),
      own: sum("own"),
      started: sum("started"),
      server: sum("server"),
      took: sum("took"),
    });
    console.log("\nSeconds of CPU:\n    all  tests started server | took");
    for (const { name, all, own, started, server, took } of rows) {
      console.log(`${seconds(all)}${seconds(own)}${seconds(started)}${seconds(server)} |${seconds(took)}  ${name}`);
    }
    const { user, system } = process.cpuUsage();
    console.log(`${seconds((user + system) / 1_000)}  vitest itself, without its workers\n`);
  }
}
