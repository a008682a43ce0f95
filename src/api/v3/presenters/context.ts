// What presenters know of the request besides the row. `Call` has it.

export interface PresenterContext {
  /** `https://host` */
  readonly baseUrl: string;
  /** `today`: `YYYY-MM-DD` in UTC. */
  readonly viewer: { readonly today: string };
}
