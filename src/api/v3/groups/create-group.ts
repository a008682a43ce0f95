// POST /groups

import { creatingGroup, newGroupParams } from "../../groups/create-group.ts";
import { presentGroup } from "../presenters/group.ts";
import { getGroup } from "./get-group.ts";

export const createGroup = creatingGroup(newGroupParams, presentGroup, getGroup);
