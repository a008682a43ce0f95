// The parameter that names a label: in the path, or as `name` in the query or the body.
import { required, sentAs } from "../../../http/params.ts";
import { labelIdOrTitle } from "../../labels/label-reference.ts";

export const labelParam = sentAs(required(labelIdOrTitle), "label_id", "name");
