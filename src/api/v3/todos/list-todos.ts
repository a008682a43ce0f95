// GET /todos

import { listingTodos } from "../../todos/list-todos.ts";
import { presentTodo } from "../presenters/todo.ts";

export const listTodos = listingTodos(presentTodo);
