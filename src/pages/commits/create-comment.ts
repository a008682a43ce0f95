// POST /:namespace/:project/commit/:sha: comments on the commit or on a line of its diff.
import { createComment as create } from "../../api/v3/commits/comments.ts";
import { withQuery } from "../components/basics.tsx";
import type { Action } from "../page.ts";
import { commitPage } from "./commit-page.tsx";

export const createComment: Action = {
  form: commitPage,
  async submit(visit) {
    await visit.api.call(create, {
      id: visit.projectPath,
      sha: visit.param("sha"),
      note: visit.formText("note"),
      path: visit.formText("path"),
      line: visit.formText("line"),
      line_type: visit.formText("line_type"),
    });
    const code = visit.formText("code") ?? "";
    const page = withQuery(visit.url, { comment: null, page: null });
    return visit.redirect(page + (/^[0-9a-f]{40}_\d+_\d+$/.test(code) ? `#${code}` : "#comments"));
  },
};
