// Reads the `import_url` of a new project.
import type { PendingImport } from "../../db/queries/repositories/repositories.ts";
import { type AddressRules, readHookAddress } from "../../hooks/address.ts";
import type { FieldErrors } from "../verb.ts";

interface ImportUrl {
  /** Null without an import. */
  readonly pending: PendingImport | null;
  readonly errors: FieldErrors;
}

/** The address of a repository obeys the rules of a hook's. An empty text is no import. */
export function readImportUrl(text: string | null | undefined, rules: AddressRules): ImportUrl {
  if (text == null || text === "") return { pending: null, errors: {} };
  // git appends to the URL, which therefore cannot have a query or a fragment.
  const isUrl = !/[?#]/.test(text) && readHookAddress(text, { ...rules, allowLocal: true }) !== null;
  if (!isUrl) return { pending: null, errors: { import_url: ["must be a valid URL"] } };
  const address = readHookAddress(text, rules);
  if (address === null) return { pending: null, errors: { import_url: ["imports are not allowed from that URL"] } };
  return { pending: { ...address, origin: rules.origin }, errors: {} };
}
