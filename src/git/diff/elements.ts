// Typed array accesses at indexes known to be in range. The compiler cannot know it, and the loops are hot.

export const at = (numbers: Int32Array, index: number): number => numbers[index] as number;

export const byteAt = (bytes: Uint8Array, index: number): number => bytes[index] as number;
