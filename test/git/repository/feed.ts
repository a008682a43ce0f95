// Bytes that come when a test says so, so that pushes can be interleaved.

export class Feed implements AsyncIterable<Uint8Array> {
  #given: (result: IteratorResult<Uint8Array>) => void = () => {};
  #failed: (error: unknown) => void = () => {};
  #asked: () => void = () => {};
  /** Until somebody waits for the next bytes. */
  #wanting = new Promise<void>((resolve) => {
    this.#asked = resolve;
  });

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#next() };
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    const next = new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      this.#given = resolve;
      this.#failed = reject;
    });
    this.#asked();
    return next;
  }

  /** Gives bytes, and waits until all that could be done with them was done. */
  async give(bytes: Uint8Array): Promise<void> {
    await this.#wanting;
    this.#wanting = new Promise<void>((resolve) => {
      this.#asked = resolve;
    });
    this.#given({ done: false, value: bytes });
    await this.#wanting;
  }

  async end(): Promise<void> {
    await this.#wanting;
    this.#given({ done: true, value: undefined });
  }

  async fail(error: Error): Promise<void> {
    await this.#wanting;
    this.#failed(error);
  }
}
