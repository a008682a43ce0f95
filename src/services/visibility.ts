// Names of visibility levels, as in GitLab's messages.
import type { VisibilityLevel } from "../db/schema/namespaces.ts";

const names: Record<VisibilityLevel, string> = { 0: "private", 10: "internal", 20: "public" };

export const visibilityName = (level: VisibilityLevel): string => names[level];

/** Undefined for a number that is not a level. */
export const visibilityLevel = (level: number): VisibilityLevel | undefined =>
  level === 0 || level === 10 || level === 20 ? level : undefined;

export const UNKNOWN_LEVEL = "unknown has been restricted by your GitLab administrator";
