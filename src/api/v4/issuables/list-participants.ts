// GET .../participants: under issues and merge requests

import { countParticipants, listParticipants as list } from "../../../db/queries/issuables/involvement.ts";
import { pageOf, paginationParams } from "../../../http/pagination.ts";
import { endpoint, paginate } from "../../endpoint.ts";
import { byRecord, type IssuableKind } from "../../issuables.ts";
import { noteableName } from "../../notes/note-endpoints.ts";
import { paged } from "../../response.ts";
import { presentUserBasic } from "../presenters/user.ts";

export const listParticipants = (kind: IssuableKind) =>
  endpoint({
    access: kind.read,
    params: { ...kind.params, ...paginationParams },
    response: paged(presentUserBasic),
    async handle(call) {
      const name = noteableName(kind, call);
      const { perPage, offset } = pageOf(call.params);
      const { rows } = await kind.find(
        call,
        kind.idOf(call.params),
        byRecord,
        list(call.viewer, kind.type, name, perPage, offset),
        countParticipants(kind.type, name),
      );
      const [people, [size]] = rows;
      return paginate(call, { rows: people, total: size?.total ?? 0 }, presentUserBasic);
    },
  });
