// POST /projects/:id/repository/tags

import { creatingTag, tagAndReleaseParams } from "../../tags/create-tag.ts";
import { presentTag } from "../presenters/tag.ts";

export const createTag = creatingTag(tagAndReleaseParams, presentTag);
