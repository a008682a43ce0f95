// Pages with projects of all users.
import type { PageTable } from "../page.ts";
import { explorePage } from "./explore-page.tsx";

export const explorePages: PageTable = {
  "GET /": explorePage,
  "GET /-/explore": explorePage,
};
