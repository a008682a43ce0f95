// The part of `Call` that presenters use besides the row.

export interface PresenterContext {
  /** `https://host` */
  readonly baseUrl: string;
  /** `today`: `YYYY-MM-DD` in UTC. */
  readonly viewer: { readonly today: string };
}
