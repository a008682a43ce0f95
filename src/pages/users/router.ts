// Profiles of users. Behind everything else: its path matches any word.
import type { PageTable } from "../page.ts";
import { profilePage } from "./profile.tsx";

export const userPages: PageTable = {
  "GET /:username": profilePage,
};
