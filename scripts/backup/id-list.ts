// Ascending ids in 8 bytes each, with the place of each: an instance may have millions.

export class IdList {
  #ids = new Float64Array(1_024);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @returns false unless it is above all ids so far */
  add(id: number): boolean {
    if (this.#count > 0 && id <= (this.#ids[this.#count - 1] ?? 0)) return false;
    if (this.#count === this.#ids.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#count] = id;
    this.#count += 1;
    return true;
  }

  /** From 0; -1 for an id that is not in the list. */
  placeOf(id: number): number {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#ids.subarray(0, this.#count).values();
  }
}
