// Orders the test files. Files that mostly wait start early and are spread out, so that others keep the cores busy.
// The project with many short files comes last, so that all workers end at about the same time.
import { matchesGlob, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Busy files after each waiting one: with four workers, one waits and three keep both cores busy. */
const BUSY_BESIDE_ONE = 3;

export class BusyBesideWaiting extends BaseSequencer {
  protected readonly projects: readonly string[] = [];
  protected readonly waiting: readonly string[] = [];

  /** @param projects names in run order @param waiting patterns of the files that wait more than they compute */
  static of(projects: readonly string[], waiting: readonly string[]): typeof BusyBesideWaiting {
    return class extends BusyBesideWaiting {
      protected override readonly projects = projects;
      protected override readonly waiting = waiting;
    };
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      return this.waiting.some((pattern) => matchesGlob(path, pattern));
    };
    return [...Map.groupBy(sorted, ({ project }) => this.projects.indexOf(project.name))]
      .sort(([one], [other]) => one - other)
      .flatMap(([, ofProject]) =>
        spread(
          ofProject.filter(waits),
          ofProject.filter((file) => !waits(file)),
        ),
      );
  }
}

/** Puts some busy files after each waiting one, and the rest at the end. */
function spread<T>(waiting: readonly T[], busy: readonly T[]): T[] {
  const beside = (at: number) => busy.slice(at * BUSY_BESIDE_ONE, (at + 1) * BUSY_BESIDE_ONE);
  return [...waiting.flatMap((file, at) => [file, ...beside(at)]), ...busy.slice(waiting.length * BUSY_BESIDE_ONE)];
}
