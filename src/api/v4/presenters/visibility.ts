// Visibility levels as words.
import type { VisibilityLevel } from "../../../db/schema/namespaces.ts";

const words = { 0: "private", 10: "internal", 20: "public" } as const;

export const visibilityOf = (level: VisibilityLevel) => words[level];
