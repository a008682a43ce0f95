// Settings of a project.
import type { PageTable } from "../page.ts";
import { archive, changePath, removeFork, removeProject, saveSettings, transfer, unarchive } from "./changes.ts";
import { editPage } from "./edit-page.tsx";
import { issueTrackerPage, removeIssueTracker, saveIssueTracker } from "./issue-tracker-page.tsx";

export const projectSettingsPages: PageTable = {
  "GET /:namespace/:project/edit": editPage,
  "POST /:namespace/:project/edit": saveSettings,
  "POST /:namespace/:project/edit/path": changePath,
  "POST /:namespace/:project/edit/archive": archive,
  "POST /:namespace/:project/edit/unarchive": unarchive,
  "POST /:namespace/:project/edit/transfer": transfer,
  "POST /:namespace/:project/edit/remove_fork": removeFork,
  "POST /:namespace/:project/edit/delete": removeProject,
  "GET /:namespace/:project/issue_trackers": issueTrackerPage,
  "POST /:namespace/:project/issue_trackers": saveIssueTracker,
  "POST /:namespace/:project/issue_trackers/delete": removeIssueTracker,
};
