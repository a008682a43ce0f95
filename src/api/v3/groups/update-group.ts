// PUT /groups/:id

import { changeableGroupParams, updatingGroup } from "../../groups/update-group.ts";
import { presentGroupDetail } from "../presenters/group.ts";
import { getGroup } from "./get-group.ts";

export const updateGroup = updatingGroup(changeableGroupParams, presentGroupDetail, getGroup);
