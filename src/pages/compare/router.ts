// Comparisons of revisions.
import type { PageTable } from "../page.ts";
import { compareFormPage, comparePage } from "./compare-page.tsx";

export const comparisonPages: PageTable = {
  "GET /:namespace/:project/compare": compareFormPage,
  "GET /:namespace/:project/compare/*": comparePage,
};
