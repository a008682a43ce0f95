// How requests name a label.
import type { LabelReference } from "../../db/queries/labels/labels.ts";
import { clamp, mapped, text } from "../../http/coerce.ts";

/** Its title. */
export const labelTitle = mapped(text, (title): LabelReference => ({ id: null, title: title ?? "" }));

/** Its id or its title. */
export const labelIdOrTitle = mapped(
  text,
  (given): LabelReference => ({
    id: /^\d+$/.test(given ?? "") ? clamp(Number(given)) : null,
    title: given ?? "",
  }),
);
