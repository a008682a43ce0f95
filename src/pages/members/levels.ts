// The names of access levels.
import type { Option } from "../components/form.tsx";

const names = { 10: "Guest", 20: "Reporter", 30: "Developer", 40: "Master", 50: "Owner" } as const;

export const levelName = (level: number): string =>
  Object.entries(names).find(([one]) => Number(one) === level)?.[1] ?? String(level);

/** Only groups have owners. */
export const levelOptions = (kind: "group" | "project" | "share"): Option[] =>
  Object.entries(names)
    .filter(([level]) => kind === "group" || level !== "50")
    .map(([value, text]) => ({ value, text }));
