// Todos.
import type { PageTable } from "../page.ts";
import { markOneTodoDone, markTodosDone } from "./mark-done.ts";
import { todosPage } from "./todos-page.tsx";

export const todoPages: PageTable = {
  "GET /-/todos": todosPage,
  "POST /-/todos/done": { submit: markTodosDone, form: todosPage },
  "POST /-/todos/:id{[0-9]+}/done": { submit: markOneTodoDone, form: todosPage },
};
