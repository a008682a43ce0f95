// Fixtures shared by the tests of one file. A test must not change what another one reads.

/** Calls `make` on first use and returns the same promise from then on. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
