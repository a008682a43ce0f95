// What the tests of a file share, where none of them changes what another looks at.

/** Makes it when it is first asked for, and answers the same ever after. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
