import { createMemoryStore } from '../../src/edges/stores/create-store.ts';
import { NOTHING_ASSUMED } from '../../src/engine/assumptions/register.ts';
import { createOutboundSlots } from '../../src/engine/sandbox/outbound-task-runner.ts';
import { OUTBOUND_TASK_LIMITS } from '../../src/engine/sandbox/outbound-task.ts';
import { createSlicedWork } from '../../src/engine/sandbox/sliced-work.ts';
import { NO_PAUSE, atOnce } from '../../src/kernel/time-slices.ts';

/** A sandbox without a server: it sends nothing, tells nobody, does long work at once, and no timer fires. */
export const bareSandbox = () => ({
  id: 'demo',
  seed: 'test',
  store: createMemoryStore(),
  quota: { documents: Infinity, bytes: Infinity },
  assumed: NOTHING_ASSUMED,
  publicPath: '',
  handlers: {},
  outboundTasks: {},
  outboundTaskLimits: OUTBOUND_TASK_LIMITS,
  slots: createOutboundSlots(),
  slicedWork: createSlicedWork({ run: atOnce, pauses: () => NO_PAUSE }),
  after: () => ({ cancel: () => undefined }),
  observer: {
    failed: (error: unknown): never => {
      throw error;
    },
  },
  fanOut: () => undefined,
  emitted: () => undefined,
  changes: { isWatched: () => false, tell: () => undefined },
  organizationChanged: () => Promise.resolve(),
});

/** The same for all sandboxes of a server: every owner exists, and each sandbox gets contents of its own. */
export const bareSandboxes = () => ({
  ...bareSandbox(),
  createScratch: createMemoryStore,
  ownerOf: (sandbox: string) => ({ sandbox, uuid: sandbox }),
  toAssumed: () => NOTHING_ASSUMED,
  quotaOf: () => Promise.resolve({ documents: Infinity, bytes: Infinity }),
  opened: () => Promise.resolve(),
  planOf: () => undefined,
  sharing: { keyOf: () => undefined, maxAge: 0 },
  leaving: () => Promise.resolve(),
});
