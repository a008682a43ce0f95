// Hooks of projects, of groups and of the server, with their deliveries.
import { actionForAdmins, forAdmins } from "../admin/admin-nav.tsx";
import type { Action, Page, PageTable } from "../page.ts";
import { deliveryPage, redeliver } from "./delivery-page.tsx";
import { createHook, hookListPage } from "./hook-list-page.tsx";
import { deleteHook, hookPage, rotateSecret, testHook, updateHook } from "./hook-page.tsx";
import { type HookPlace, hookPlaces } from "./hook-place.ts";

const hook = "/hooks/:hook{[0-9]+}";
const delivery = `${hook}/deliveries/:delivery{[0-9]+}`;

interface Guards {
  page(page: Page): Page;
  action(action: Action): Action;
}

function pagesOf(path: string, place: HookPlace, { page, action }: Guards): PageTable {
  const shown: Record<`GET ${string}`, Page> = {
    [`GET ${path}/hooks`]: page(hookListPage(place)),
    [`GET ${path}${hook}`]: page(hookPage(place)),
    [`GET ${path}${delivery}`]: page(deliveryPage(place)),
  };
  const done: Record<`POST ${string}`, Action> = {
    [`POST ${path}/hooks`]: action(createHook(place)),
    [`POST ${path}${hook}`]: action(updateHook(place)),
    [`POST ${path}${hook}/test`]: action(testHook(place)),
    [`POST ${path}${hook}/rotate_secret`]: action(rotateSecret(place)),
    [`POST ${path}${hook}/delete`]: action(deleteHook(place)),
    [`POST ${path}${delivery}/redeliver`]: action(redeliver(place)),
  };
  return { ...shown, ...done };
}

const forAll: Guards = { page: (page) => page, action: (action) => action };

export const hookPages: PageTable = {
  ...pagesOf("/-/admin", hookPlaces.server, { page: forAdmins, action: actionForAdmins }),
  ...pagesOf("/groups/:group", hookPlaces.group, forAll),
  ...pagesOf("/:namespace/:project", hookPlaces.project, forAll),
};
