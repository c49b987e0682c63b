import type { Personas } from '../../../control/personas/personas.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Lists the personas of a sandbox, and makes it one of them. */
export const managePersonas = (personas: Personas) =>
  defineBehaviours({
    listPersonas: async ({ owner }) => ok(await personas.list(owner)),
    activatePersona: async ({ owner, path: { name } }) => ok(await personas.activate(owner, name)),
  });
