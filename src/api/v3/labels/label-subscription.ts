// POST, DELETE /projects/:id/labels/:label_id/subscription

import { changingLabelSubscription } from "../../labels/label-subscription.ts";
import { presentLabel } from "../presenters/label.ts";

export const subscribeToLabel = changingLabelSubscription(true, presentLabel);
export const unsubscribeFromLabel = changingLabelSubscription(false, presentLabel);
