// POST /projects/:id/labels

import { creatingLabel } from "../../labels/create-label.ts";
import { presentLabel } from "../presenters/label.ts";

export const createLabel = creatingLabel(presentLabel);
