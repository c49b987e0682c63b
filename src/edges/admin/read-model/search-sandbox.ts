import { type NewestFirst, search } from '../../../control/read-model/search.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Finds the records and requests of a sandbox by what a person has at hand. */
export const searchSandbox = (newestFirst: NewestFirst) =>
  defineBehaviours({
    search: async ({ sandbox, query: { q } }) =>
      ok({ data: await search(sandbox, q, newestFirst(sandbox.organization)) }),
  });
