// Visibility levels as API v4 writes them: as words.
import type { VisibilityLevel } from "../../db/schema/namespaces.ts";
import { mapped, oneOf } from "../../http/coerce.ts";

const levels: Record<"public" | "internal" | "private", VisibilityLevel> = { private: 0, internal: 10, public: 20 };

/** A word, for the level. */
export const visibility = mapped(oneOf("private", "internal", "public"), (word) => levels[word]);
