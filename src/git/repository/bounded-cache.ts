// Answers that were worked out lately, as many as fit: what follows from object ids alone stays true.

interface Kept<Answer> {
  readonly answer: Answer;
  readonly weight: number;
}

export class BoundedCache<Answer> {
  readonly #most: number;
  readonly #weightOf: (answer: Answer) => number;
  // in the order of their last use
  readonly #kept = new Map<string, Kept<Answer>>();
  #weight = 0;
  /** What is being worked out: whoever asks the same meanwhile waits for it. */
  readonly #running = new Map<string, Promise<Answer>>();

  /** @param most of the weights of all answers together; what is heavier by itself is not kept */
  constructor(most: number, weightOf: (answer: Answer) => number) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  /**
   * @param workOut answers what nobody changes afterwards
   * @throws what `workOut` throws, to all who wait for it
   */
  get(question: string, workOut: () => Promise<Answer>): Promise<Answer> {
    const known = this.#kept.get(question);
    if (known === undefined) return this.#running.get(question) ?? this.#run(question, workOut);
    this.#kept.delete(question);
    this.#kept.set(question, known);
    return Promise.resolve(known.answer);
  }

  #run(question: string, workOut: () => Promise<Answer>): Promise<Answer> {
    const running = workOut()
      .then((answer) => this.#keep(question, answer))
      .finally(() => this.#running.delete(question));
    this.#running.set(question, running);
    return running;
  }

  #keep(question: string, answer: Answer): Answer {
    const weight = this.#weightOf(answer);
    if (weight > this.#most) return answer;
    for (const [oldest, kept] of this.#kept) {
      if (this.#weight + weight <= this.#most) break;
      this.#kept.delete(oldest);
      this.#weight -= kept.weight;
    }
    this.#kept.set(question, { answer, weight });
    this.#weight += weight;
    return answer;
  }
}
