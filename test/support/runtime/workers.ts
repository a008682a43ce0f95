// Stands in for `cloudflare:workers` where the Worker runs in this process (alias in vitest.config.ts).

/** The base class of Durable Objects: keeps what an object is constructed with. */
export abstract class DurableObject<Env> {
  protected readonly ctx: DurableObjectState;
  protected readonly env: Env;

  constructor(state: DurableObjectState, env: Env) {
    this.ctx = state;
    this.env = env;
  }
}
