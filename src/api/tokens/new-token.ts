// A token at its creation, as presenters show it: the only time that its secret is known.
import type { TokenRow } from "../../db/queries/users/tokens.ts";

export interface NewToken {
  readonly row: TokenRow;
  /** The secret. */
  readonly token: string;
}
