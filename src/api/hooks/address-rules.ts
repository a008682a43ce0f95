// Which addresses hooks and imports may have.
import type { AddressRules } from "../../hooks/address.ts";
import type { Call } from "../endpoint.ts";

export const addressRules = ({ allowLocalHooks, baseUrl }: Call): AddressRules => ({
  allowLocal: allowLocalHooks,
  origin: baseUrl,
});
