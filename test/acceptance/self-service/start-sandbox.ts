import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { createSandboxClock } from '../../../src/engine/sandbox/sandbox-clock.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { createSandbox } from '../../../src/engine/sandbox/create-sandbox.ts';
import { jobHandlers } from '../../../src/vat/behaviours.ts';
import { createTestClock } from '../../support/test-clock.ts';

/** A sandbox without a server around it, in a file of its own. */
export const startSandbox = (
  id: string,
  file: string,
): { readonly sandbox: Sandbox; readonly stop: () => Promise<void> } => {
  const store = createSqliteStore(file);
  const sandbox = createSandbox({
    id,
    organization: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
    seed: 'test',
    clock: createSandboxClock(createTestClock(), { kind: 'running', offset: 0 }),
    store,
    quota: { documents: 1000, bytes: 1_000_000 },
    handlers: jobHandlers,
    after: () => ({ cancel: () => undefined }),
    observer: { failed: () => undefined },
  });
  return { sandbox, stop: async () => store.close() };
};
