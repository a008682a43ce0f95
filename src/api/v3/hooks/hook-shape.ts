// Hooks in API v3.
import { text } from "../../../http/coerce.ts";
import { required } from "../../../http/params.ts";
import { hookSettings, tokenParam } from "../../hooks/hook-params.ts";
import { one } from "../../response.ts";
import { presentHook, presentHookWithSecret } from "../presenters/hook.ts";

const params = { url: required(text), ...hookSettings, ...tokenParam };

export const v3Hooks = {
  present: presentHook,
  presentCreated: presentHookWithSecret,
  createParams: params,
  settingsOfNew: {},
  updateParams: params,
  removal: one(presentHook),
  presentRemoved: presentHook,
};
