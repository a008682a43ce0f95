// A binary heap: `pop` returns the item that comes before all others.

export class Heap<T> {
  readonly #comesBefore: (one: T, other: T) => boolean;
  /** The parent of index i is at (i - 1) >> 1 and never comes after it. */
  readonly #items: T[] = [];

  /** @param comesBefore a strict order; equal items leave in any order */
  constructor(comesBefore: (one: T, other: T) => boolean) {
    this.#comesBefore = comesBefore;
  }

  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let place = items.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = itemAt(items, above);
      if (!this.#comesBefore(item, parent)) break;
      items[place] = parent;
      place = above;
    }
    items[place] = item;
  }

  pop(): T | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Replaces the first item. */
  #sink(item: T): void {
    const items = this.#items;
    let place = 0;
    for (let below = 1; below < items.length; below = 2 * place + 1) {
      const [left, right] = [itemAt(items, below), items[below + 1]];
      const takesRight = right !== undefined && this.#comesBefore(right, left);
      const child = takesRight ? right : left;
      if (!this.#comesBefore(child, item)) break;
      items[place] = child;
      place = takesRight ? below + 1 : below;
    }
    items[place] = item;
  }
}

/** @param place an index below the length */
const itemAt = <T>(items: readonly T[], place: number): T => items[place] as T;
