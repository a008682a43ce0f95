// Routes of projects and their code. After all others: the first one matches any two words.
import type { PageTable } from "../page.ts";
import { filePage } from "./file-page.tsx";
import { chooseRevision, folderPage } from "./folder-page.tsx";
import { createFork, forkPage } from "./fork-page.tsx";
import { projectPage } from "./project-page.tsx";
import { archive, rawFile } from "./raw-file.ts";
import { star, unstar } from "./star.ts";

export const codePages: PageTable = {
  "GET /:namespace{(?!-$).+}/:project": projectPage,
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
};
