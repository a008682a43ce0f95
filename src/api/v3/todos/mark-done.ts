// DELETE /todos/:id and DELETE /todos

import { one } from "../../response.ts";
import { markingAllDone, markingDone } from "../../todos/mark-done.ts";
import { presentCount } from "../presenters/plain.ts";
import { presentTodo } from "../presenters/todo.ts";

export const markDone = markingDone(presentTodo);

/** Returns the number of todos marked as done. */
export const markAllDone = markingAllDone(one(presentCount), presentCount);
