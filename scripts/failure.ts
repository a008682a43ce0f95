// A failure whose message is all the reader needs: the commands print it without a stack and exit with 1.

export class Failure extends Error {}

/**
 * Runs a command's main function. A {@link Failure} is printed as its one sentence, anything else with its stack; the
 * exit code is 1 for both.
 */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}
