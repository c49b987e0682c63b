import type { MockOptions } from '../../src/index.ts';
import { type StartedMock, startMock } from './start-mock.ts';

type Hook = (run: () => Promise<void>) => void;

/** The server that one hook starts and another stops, for each test or for a block of them: `startedBy(beforeEach, afterEach)`. */
export const startedBy = (before: Hook, after: Hook, options?: MockOptions): StartedMock => {
  let current: StartedMock | undefined;
  before(async () => {
    current = await startMock(options);
  });
  after(async () => current?.stop());
  return new Proxy({} as StartedMock, { get: (_nothing, name) => current?.[name as keyof StartedMock] });
};
