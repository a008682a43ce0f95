// Reads from typed arrays at places known to be inside them; the compiler cannot know, and the loops are hot.

export const at = (numbers: Int32Array, index: number): number => numbers[index] as number;

export const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] as number;
