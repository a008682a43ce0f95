// DELETE /projects/:id/fork

import { removingForkLink } from "../../projects/remove-fork-link.ts";
import { one } from "../../response.ts";
import { presentForkLink } from "../presenters/fork-link.ts";

export const removeForkLink = removingForkLink(one(presentForkLink, 304), presentForkLink);
