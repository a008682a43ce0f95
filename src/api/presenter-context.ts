// The part of `Call` that presenters use besides the row.

export interface PresenterContext {
  /** `https://host` */
  readonly baseUrl: string;
  /** `today`: `YYYY-MM-DD` in UTC. */
  readonly viewer: { readonly today: string };
}

/** Makes the JSON of a row. Endpoints that several versions of the API have in common are made with one. */
export type PresentRow<Row, Body> = (row: Row, context: PresenterContext) => Body;
