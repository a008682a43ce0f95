// Sizes in words.

const units = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** `1 byte`, `1.5 MB`, by powers of 1,024. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const power = Math.min(bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const size = bytes / 1024 ** power;
  return `${power === 0 ? size : size.toFixed(1)} ${units[power]}`;
}
