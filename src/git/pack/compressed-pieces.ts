// Collects the compressed bytes of an entry in pieces that each fit a database row.
import { PIECE_BYTES } from "./entries.ts";

export class CompressedPieces {
  readonly #full: Uint8Array[] = [];
  #piece: Uint8Array;
  #filled = 0;
  #left: number;

  /** @param mostBytes limit for all bytes together */
  constructor(mostBytes: number) {
    this.#left = mostBytes;
    this.#piece = new Uint8Array(Math.min(PIECE_BYTES, mostBytes));
  }

  /** Copies the bytes; returns false, without copying, beyond the limit. */
  add(bytes: Uint8Array): boolean {
    if (bytes.length > this.#left) return false;
    this.#left -= bytes.length;
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === PIECE_BYTES) {
        this.#full.push(this.#piece);
        this.#piece = new Uint8Array(PIECE_BYTES);
        this.#filled = 0;
      }
      const part = bytes.subarray(at, at + PIECE_BYTES - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
    }
    return true;
  }

  end(): Uint8Array[] {
    return [...this.#full, this.#piece.slice(0, this.#filled)];
  }
}
