import type { Replicas } from '../../../control/replicas/replicas.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** The servers that share a store: lists, drains and resumes them. */
export const replicaBehaviours = (replicas: Replicas) =>
  defineBehaviours({
    listReplicas: async () => ok(await replicas.list()),
    drainReplica: async ({ path: { id }, body: { stop = false } = {} }) => ({
      status: 202,
      body: await replicas.drain(id, stop),
    }),
    resumeReplica: async ({ path: { id } }) => ({ status: 202, body: await replicas.resume(id) }),
  });
