// Replaces `cloudflare:workers` when the Worker runs in this process (alias in vitest.config.ts).

/** Base class of Durable Objects; stores the constructor's arguments. */
export abstract class DurableObject<Env> {
  protected readonly ctx: DurableObjectState;
  protected readonly env: Env;

  constructor(state: DurableObjectState, env: Env) {
    this.ctx = state;
    this.env = env;
  }
}
