// POST /projects/:id/share

import { sharingProject } from "../../projects/share-project.ts";
import { presentShare } from "../presenters/share.ts";

export const shareProject = sharingProject(presentShare);
