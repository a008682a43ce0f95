// The actions that the pages of issues and of merge requests have in common. Each form sends the global id as `id`.
import { markDone } from "../../api/v3/todos/mark-done.ts";
import { ApiError } from "../../http/errors.ts";
import type { Action, Page } from "../page.ts";
import { problemText } from "../problem-text.ts";
import { redirectWith } from "../redirect-with.ts";
import { setNotice } from "../session/cookies.ts";
import type { Visit } from "../visit.ts";
import { enteredText, enteredValues } from "./fields.tsx";
import { type IssuableKind, issuablePath, named, namedNoteable } from "./kinds.ts";
import { NOTES_PER_PAGE } from "./read.ts";

type Submit = (visit: Visit, kind: IssuableKind, id: string) => Promise<Response>;

/** By path below that of the issuable. `form` is its page. */
export const issuableActions = (kind: IssuableKind, form: Page): Readonly<Record<`POST ${string}`, Action>> =>
  Object.fromEntries(
    Object.entries(actions).map(([path, submit]) => [
      `POST /:namespace/:project/${kind.segment}/:iid${path}`,
      { form, submit: (visit: Visit) => submit(visit, kind, visit.formText("id") ?? "") },
    ]),
  );

/** Back to the issuable's page, with a confirmation. */
const back = (visit: Visit, kind: IssuableKind, notice: string): Response =>
  redirectWith(visit, notice, issuablePath(visit, kind));

function refusalOf(error: unknown): string {
  if (error instanceof ApiError) return problemText(error);
  throw error;
}

const comment: Submit = async (visit, kind, id) => {
  const body = enteredText(visit, "body") || undefined;
  const state_event = visit.formText("state_event");
  const base = issuablePath(visit, kind);
  if (body === undefined && state_event !== undefined) {
    await kind.update(visit, id, { state_event });
    return visit.redirect(base);
  }
  const note = await visit.api.call(kind.notes.create, { ...namedNoteable(visit, id), body: body ?? "" });
  if (state_event !== undefined) {
    // The comment is not to be sent again with a form that is shown for the refusal.
    const problem = await kind.update(visit, id, { state_event }).then(() => null, refusalOf);
    if (problem !== null)
      visit.addCookie(setNotice(`The comment was saved, the state not: ${problem}`, visit.isSecure));
  }
  // The page that its form has counted the notes of; the new one comes after them.
  const page = Math.floor((Number(visit.formText("notes")) || 0) / NOTES_PER_PAGE) + 1;
  return visit.redirect(`${base}${page > 1 ? `?page=${page}` : ""}#note_${note.id}`);
};

/** The page of notes that the form was on. */
const onPage = (visit: Visit, kind: IssuableKind): string => {
  const page = visit.formText("page") ?? "1";
  return issuablePath(visit, kind) + (/^[1-9]\d*$/.test(page) && page !== "1" ? `?page=${page}` : "");
};

const editNote: Submit = async (visit, kind, id) => {
  const note_id = visit.param("note_id");
  const body = enteredText(visit, "note") ?? "";
  await visit.api.call(kind.notes.update, { ...namedNoteable(visit, id), note_id, body });
  return visit.redirect(`${onPage(visit, kind)}#note_${encodeURIComponent(note_id)}`);
};

const deleteNote: Submit = async (visit, kind, id) => {
  const note_id = visit.param("note_id");
  await visit.api.call(kind.notes.delete, { ...namedNoteable(visit, id), note_id });
  return redirectWith(visit, "The comment was deleted.", onPage(visit, kind));
};

/** The button's value is the emoji to give, or that and the id of the viewer's award to revoke. */
const toggleAward: Submit = async (visit, kind, id) => {
  const [name = "", award_id] = (visit.formText("award") ?? "").split(" ");
  const note_id = visit.formText("note_id");
  const endpoints = note_id === undefined ? kind.awards : kind.noteAwards;
  const at = { ...named(kind, visit, id), note_id };
  if (award_id === undefined) await visit.api.call(endpoints.give, { ...at, name });
  else await visit.api.call(endpoints.revoke, { ...at, award_id });
  return visit.redirect(`${onPage(visit, kind)}${note_id === undefined ? "" : `#note_${encodeURIComponent(note_id)}`}`);
};

const subscribe: Submit = async (visit, kind, id) => {
  const isSubscribed = visit.formText("subscribed") === "true";
  const { subscribe: begin, unsubscribe: end } = kind.subscription;
  await visit.api.call(isSubscribed ? begin : end, { id: visit.projectPath, subscribable_id: id });
  return back(visit, kind, isSubscribed ? "You are subscribed." : "You are no longer subscribed.");
};

const toggleTodo: Submit = async (visit, kind, id) => {
  const todo_id = visit.formText("todo_id");
  if (todo_id !== undefined) {
    await visit.api.call(markDone, { id: todo_id });
    return back(visit, kind, "Removed from your todo list.");
  }
  await visit.api.call(kind.markTodo, named(kind, visit, id));
  return back(visit, kind, "Added to your todo list.");
};

/** The estimate comes first: a wrong duration changes nothing then. */
const trackTime: Submit = async (visit, kind, id) => {
  const at = named(kind, visit, id);
  const estimate = visit.formText("estimate")?.trim();
  const spend = visit.formText("spend")?.trim();
  if (estimate === "0") await visit.api.call(kind.time.resetEstimate, at);
  else if (estimate) await visit.api.call(kind.time.estimate, { ...at, duration: estimate });
  if (spend) await visit.api.call(kind.time.addSpent, { ...at, duration: spend });
  return back(visit, kind, "The time was saved.");
};

const setAttributes: Submit = async (visit, kind, id) => {
  await kind.update(visit, id, await enteredValues(visit));
  return back(visit, kind, "The attributes were saved.");
};

const setState: Submit = async (visit, kind, id) => {
  await kind.update(visit, id, { state_event: visit.formText("state_event") });
  return visit.redirect(issuablePath(visit, kind));
};

const actions: Readonly<Record<string, Submit>> = {
  "/notes": comment,
  "/notes/:note_id": editNote,
  "/notes/:note_id/delete": deleteNote,
  "/award_emoji": toggleAward,
  "/subscription": subscribe,
  "/todo": toggleTodo,
  "/time": trackTime,
  "/attributes": setAttributes,
  "/state": setState,
};
