import type { Replicas } from '../../../control/replicas/replicas.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** The servers that share a store. */
export const replicaBehaviours = (replicas: Replicas) =>
  defineBehaviours({
    listReplicas: async () => ok(await replicas.list()),
  });
