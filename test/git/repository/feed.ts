// A stream whose bytes a test supplies step by step, so that pushes can be interleaved.

export class Feed implements AsyncIterable<Uint8Array> {
  #resolveNext: (result: IteratorResult<Uint8Array>) => void = () => {};
  #rejectNext: (error: unknown) => void = () => {};
  #markRequested: () => void = () => {};
  /** Resolves once the next bytes are requested. */
  #requested = new Promise<void>((resolve) => {
    this.#markRequested = resolve;
  });

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return { next: () => this.#next() };
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    const next = new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      this.#resolveNext = resolve;
      this.#rejectNext = reject;
    });
    this.#markRequested();
    return next;
  }

  /** Supplies bytes, and waits until the reader has processed them. */
  async give(bytes: Uint8Array): Promise<void> {
    await this.#requested;
    this.#requested = new Promise<void>((resolve) => {
      this.#markRequested = resolve;
    });
    this.#resolveNext({ done: false, value: bytes });
    await this.#requested;
  }

  async end(): Promise<void> {
    await this.#requested;
    this.#resolveNext({ done: true, value: undefined });
  }

  async fail(error: Error): Promise<void> {
    await this.#requested;
    this.#rejectNext(error);
  }
}
