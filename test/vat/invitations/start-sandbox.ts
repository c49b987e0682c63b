import { createMemoryStore } from '../../../src/edges/stores/memory-store.ts';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { events } from '../../../src/engine/sandbox/event.ts';
import type { EmittedEvent } from '../../../src/engine/message/event.ts';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { createSandboxClock } from '../../../src/engine/sandbox/sandbox-clock.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { createSandbox } from '../../../src/engine/sandbox/create-sandbox.ts';
import { jobHandlers } from '../../../src/vat/behaviours.ts';
import { createTestClock } from '../../support/test-clock.ts';

export interface StartedSandbox {
  readonly sandbox: Sandbox;
  /** What stands in the outbox, oldest first. */
  readonly outbox: () => Promise<readonly EmittedEvent[]>;
  /** Ids of what is still to happen. */
  readonly jobIds: () => Promise<readonly string[]>;
  /** Fails when a job failed. */
  readonly stop: () => Promise<void>;
}

const EVERYTHING = { page: 0, size: 1000 };

/** A sandbox without a server around it; in memory unless told otherwise. */
export const startSandbox = (id = 'demo', file?: string): StartedSandbox => {
  const failures: unknown[] = [];
  const store = file === undefined ? createMemoryStore() : createSqliteStore(file);
  const sandbox = createSandbox({
    id,
    organization: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
    seed: 'test',
    clock: createSandboxClock(createTestClock(), { kind: 'running', offset: 0 }),
    store,
    quota: { documents: 1000, bytes: 1_000_000 },
    handlers: jobHandlers,
    after: () => ({ cancel: () => undefined }),
    observer: { failed: (error) => failures.push(error) },
  });
  return {
    sandbox,
    outbox: async () => (await sandbox.read((work) => work.page(events, EVERYTHING))).values,
    jobIds: async () => (await sandbox.read((work) => work.page(jobs, EVERYTHING))).values.map(({ id }) => id),
    stop: async () => {
      await store.close();
      if (failures.length > 0) throw new Error(`jobs failed: ${failures.map(String).join('; ')}`);
    },
  };
};
