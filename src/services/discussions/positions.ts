// Reads the stored place of a discussion in a diff.
import type { Position } from "../../db/queries/noteables/positions.ts";

/** @param stored discussions.position */
export const readPosition = (stored: string | null): Position | null => (stored === null ? null : JSON.parse(stored));
