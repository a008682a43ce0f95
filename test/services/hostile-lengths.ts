// Texts that would take long to read if reading them took quadratic time: as long as texts may be. An eighth of that in a
// sample, where it shows as well.
import { isSample } from "../support/sample.ts";

const LENGTH = isSample ? 131_072 : 1_048_576;

/** Their length, for titles. */
export const A_MEGABYTE = isSample ? "an eighth of a megabyte" : "a megabyte";

/** Milliseconds of CPU time. */
export const MOST_TIME = isSample ? 375 : 3_000;

/** The piece, again and again. */
export const filled = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length));
