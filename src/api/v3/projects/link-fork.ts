// POST /projects/:id/fork/:forked_from_id

import { linkingFork } from "../../projects/link-fork.ts";
import { one } from "../../response.ts";
import { presentForkLink } from "../presenters/fork-link.ts";

export const linkFork = linkingFork(one(presentForkLink, 409), presentForkLink);
