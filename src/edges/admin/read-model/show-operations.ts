import type { ListOperations } from '../../../control/read-model/operation-list.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** The operations of the API, from its description. */
export const showOperations = (list: ListOperations) => defineBehaviours({ listOperations: () => ok(list()) });
