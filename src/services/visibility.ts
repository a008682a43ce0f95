// Visibility levels as GitLab's messages call them.
import type { VisibilityLevel } from "../db/schema/namespaces.ts";

const names: Record<VisibilityLevel, string> = { 0: "private", 10: "internal", 20: "public" };

export const visibilityName = (level: VisibilityLevel): string => names[level];

/** The level a number names, or undefined when it names none. */
export const visibilityLevel = (level: number): VisibilityLevel | undefined =>
  level === 0 || level === 10 || level === 20 ? level : undefined;

export const UNKNOWN_LEVEL = "unknown has been restricted by your GitLab administrator";
