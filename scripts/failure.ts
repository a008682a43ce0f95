// Failures that commands print as one message without a stack.

export class Failure extends Error {}

/**
 * Runs a command's main function. A {@link Failure} is printed as its message, any other error with its stack; the exit
 * code is 1 for both.
 */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    process.exit(1);
  }
}
