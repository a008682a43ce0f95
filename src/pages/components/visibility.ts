// Visibility levels in words.
import type { Option } from "./form.tsx";

export const visibilityNames: Readonly<Record<number, string>> = { 0: "Private", 10: "Internal", 20: "Public" };

export const visibilityOptions: readonly Option[] = [
  { value: "0", text: "Private: its members see it" },
  { value: "10", text: "Internal: all users but external ones see it" },
  { value: "20", text: "Public: everybody sees it" },
];
