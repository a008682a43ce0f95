// Validates a hook's attributes.
import type { HookChanges, HookRow } from "../../db/queries/hooks/hooks.ts";
import { type AddressRules, type HookAddress, readHookAddress } from "../../hooks/address.ts";
import { changedColumns } from "../changed-columns.ts";
import { checkLength } from "../names.ts";
import { type FieldErrors, hasErrors } from "../verb.ts";

/** The events a hook receives, and the options of its deliveries. */
export type HookSettings = Omit<HookChanges, "url" | "authorization" | "token" | "origin" | "updated_at">;

export interface HookParams {
  /** May contain user and password. */
  readonly url: string;
  /** Null removes it, undefined keeps it. */
  readonly token: string | null | undefined;
  readonly settings: HookSettings;
}

type HookAttributes = HookSettings & HookAddress & { readonly origin: string; readonly token?: string | null };

export type CheckedHook =
  | { readonly kind: "valid"; readonly attributes: HookAttributes }
  | { readonly kind: "invalid_url" }
  | { readonly kind: "invalid"; readonly errors: FieldErrors };

/** UTF-16 units. */
const LONGEST_TOKEN = 1_000;

/** Characters. */
const longest = { name: 255, description: 2_048, push_events_branch_filter: 5_000 } as const;

function checkTexts(settings: HookSettings): FieldErrors {
  const found = Object.entries(longest).map(([name, most]) => {
    const text = settings[settingNamed(name)];
    return [name, typeof text === "string" ? checkLength(text, most) : []] as const;
  });
  return Object.fromEntries(found.filter(([, messages]) => messages.length > 0));
}

/** @param name a key of `longest` */
function settingNamed(name: string): keyof typeof longest {
  return name as keyof typeof longest;
}

export function checkHook({ url, token, settings }: HookParams, rules: AddressRules): CheckedHook {
  const address = readHookAddress(url, rules);
  if (address === null) return { kind: "invalid_url" };
  if (token != null && !isHeaderValue(token)) return { kind: "invalid", errors: { token: ["is invalid"] } };
  const errors = checkTexts(settings);
  if (hasErrors(errors)) return { kind: "invalid", errors };
  return {
    kind: "valid",
    attributes: {
      ...settings,
      ...address,
      ...(token !== undefined && { token: token === "" ? null : token }),
      origin: rules.origin,
    },
  };
}

/** The token is sent in a header. */
const isHeaderValue = (token: string): boolean => token.length <= LONGEST_TOKEN && !/\p{Cc}/u.test(token);

/** `https://host` of a hook's URL, for the audit trail: path and query may be secrets. */
export const originOf = ({ url }: { readonly url: string }): string => new URL(url).origin;

/** The columns of a hook that an update changes. An update also enables the hook. */
export function hookChangesOf(hook: HookRow, { origin: _, authorization, ...given }: HookAttributes): HookChanges {
  const keepsCredentials = authorization === null && given.url === hook.url;
  return changedColumns<HookChanges>(hook, { ...given, enabled: 1, ...(!keepsCredentials && { authorization }) });
}
