// What the endpoints that write notes ask for in their first round trip.
import type { Statement } from "../../db/statement.ts";
import type { Call } from "../../http/endpoint.ts";
import { lookUpTexts, type TextLookup } from "../../services/issuables/look-up.ts";
import type { TargetKind } from "../targets.ts";

/** Statements that find out whom and what the body of a note speaks of. Most need none. */
export const lookUpNote = (
  call: Pick<Call, "viewer" | "baseUrl">,
  { type }: Pick<TargetKind, "type">,
  noteableId: number | null,
  body: string | null | undefined,
): Statement<TextLookup>[] =>
  lookUpTexts(call.viewer, { type, id: noteableId ?? 0, confidential: null }, [body], call.baseUrl);
