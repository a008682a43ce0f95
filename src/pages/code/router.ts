// Routes of projects and their code. After all others: the first one matches any two words.
import type { PageTable } from "../page.ts";
import { createBranch, deleteBranch, protectBranch, unprotectBranch } from "./branch-actions.ts";
import { branchesPage } from "./branches-page.tsx";
import { contributorsPage } from "./contributors-page.tsx";
import { deleteFile, deletePage, editPage, saveFile } from "./edit/edit-page.tsx";
import { createFile, newFilePage } from "./edit/new-file-page.tsx";
import { filePage } from "./file-page.tsx";
import { chooseRevision, folderPage } from "./folder-page.tsx";
import { createFork, forkPage } from "./fork-page.tsx";
import { projectPage } from "./project-page.tsx";
import { archive, rawFile } from "./raw-file.ts";
import { downloadAsset, showTag } from "./releases.ts";
import { releasePage, releasesPage } from "./releases-page.tsx";
import { star, unstar } from "./star.ts";
import { createTag, deleteTag } from "./tag-actions.ts";
import { tagsPage } from "./tags-page.tsx";
import { downloadUpload } from "./uploads.ts";

export const codePages: PageTable = {
  "GET /:namespace{[^-/][^/]*}/:project": projectPage,
  "POST /:namespace/:project/star": star,
  "POST /:namespace/:project/unstar": unstar,
  "GET /:namespace/:project/forks/new": forkPage,
  "POST /:namespace/:project/forks": createFork,
  "GET /:namespace/:project/tree": chooseRevision,
  "GET /:namespace/:project/tree/:ref/*": folderPage,
  "GET /:namespace/:project/blob/:ref/*": filePage,
  "GET /:namespace/:project/raw/:ref/*": rawFile,
  "GET /:namespace/:project/repository/archive.zip": archive("zip"),
  "GET /:namespace/:project/repository/archive.tar.gz": archive("tar.gz"),
  "GET /:namespace/:project/new/:ref/*": newFilePage,
  "POST /:namespace/:project/new/:ref/*": createFile,
  "GET /:namespace/:project/edit/:ref/*": editPage,
  "POST /:namespace/:project/edit/:ref/*": saveFile,
  "GET /:namespace/:project/delete/:ref/*": deletePage,
  "POST /:namespace/:project/delete/:ref/*": deleteFile,
  "GET /:namespace/:project/branches": branchesPage,
  "POST /:namespace/:project/branches": createBranch,
  "POST /:namespace/:project/branches/delete": deleteBranch,
  "POST /:namespace/:project/branches/protect": protectBranch,
  "POST /:namespace/:project/branches/unprotect": unprotectBranch,
  "GET /:namespace/:project/tags": tagsPage,
  "POST /:namespace/:project/tags": createTag,
  "POST /:namespace/:project/tags/delete": deleteTag,
  "GET /:namespace/:project/tags/:tag": showTag,
  "GET /:namespace/:project/releases": releasesPage,
  "GET /:namespace/:project/releases/:tag": releasePage,
  "GET /:namespace/:project/releases/:tag/downloads/*": downloadAsset,
  "GET /:namespace/:project/uploads/:secret/:filename": downloadUpload,
  "GET /:namespace/:project/contributors": contributorsPage,
};
