// esbuild and the compiler of TypeScript are written in Go.

/**
 * Has processes of Go that this one starts from now on collect garbage seldom: those that work for a second would spend a
 * fifth of it on that. A value that the caller has set stays.
 */
export function collectSeldom(): void {
  process.env.GOGC ??= "800";
}
