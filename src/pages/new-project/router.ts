// Creating projects.
import type { PageTable } from "../page.ts";
import { newProjectPage, submitNewProject } from "./new-project.tsx";

export const newProjectPages: PageTable = {
  "GET /projects/new": newProjectPage,
  "POST /projects": { submit: submitNewProject, form: newProjectPage },
};
