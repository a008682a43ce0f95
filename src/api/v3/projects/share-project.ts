// POST /projects/:id/share

import { presentShare } from "../../presenters/share.ts";
import { sharingProject } from "../../projects/share-project.ts";

export const shareProject = sharingProject(presentShare);
