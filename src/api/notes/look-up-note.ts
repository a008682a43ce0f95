// Lookups in the first round trip of endpoints that write notes.
import type { IssuableName } from "../../db/queries/issuables/issuable-key.ts";
import type { Statement } from "../../db/statement.ts";
import { lookUpTexts, type TextLookup } from "../../services/issuables/look-up.ts";
import type { Call } from "../endpoint.ts";
import type { IssuableKind } from "../issuables.ts";

/** Looks up the users and issuables a note's body mentions. Most bodies need no statement. */
export const lookUpNote = (
  call: Pick<Call, "viewer" | "baseUrl">,
  { type }: Pick<IssuableKind, "type">,
  noteable: IssuableName,
  body: string | null | undefined,
): Statement<TextLookup>[] =>
  lookUpTexts(call.viewer, { type, id: noteable, confidential: null }, [body], call.baseUrl);
