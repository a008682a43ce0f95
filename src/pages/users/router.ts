// Profiles of users. Behind everything else: its path matches any word.
import type { PageTable } from "../page.ts";
import { profilePage } from "./profile.tsx";

/** Matches any word, so that only browsers get it. */
export const PROFILE = "/:username";

export const userPages: PageTable = {
  [`GET ${PROFILE}`]: profilePage,
};
