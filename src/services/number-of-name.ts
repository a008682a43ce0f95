// Ids of what has a name alone.

/** 31 bits; the same for the same name. */
export function numberOfName(name: string): number {
  let number = 0;
  for (const character of name) number = (Math.imul(number, 31) + (character.codePointAt(0) ?? 0)) & 0x7fffffff;
  return number;
}
