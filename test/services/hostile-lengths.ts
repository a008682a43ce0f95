// Texts that would take long to read if reading them took quadratic time: as long as texts may be. A quarter of that in a
// sample, where it shows as well.
import { isSample } from "../support/sample.ts";

const LENGTH = isSample ? 262_144 : 1_048_576;

/** Their length, for titles. */
export const A_MEGABYTE = isSample ? "a quarter of a megabyte" : "a megabyte";

/** Milliseconds of CPU time. */
export const MOST_TIME = isSample ? 750 : 3_000;

/** The piece, again and again. */
export const filled = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length));
