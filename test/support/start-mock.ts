import type { Breach, ExchangeSummary, Mock, MockOptions, Notice } from '../../src/index.ts';
import { openMock } from './stores/on-named-store.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { type TestClock, createTestClock } from './test-clock.ts';

export interface StartedMock {
  readonly mock: Mock;
  /** Calls the API over HTTP, as the demo client unless told otherwise. */
  readonly api: ApiClient;
  readonly clock: TestClock;
  readonly exchanges: ExchangeSummary[];
  /** Unexpected errors inside the server; a test that expects one empties the list. */
  readonly failures: unknown[];
  /** What the user can mend, and has mended. */
  readonly notices: Notice[];
  /** Answers that did not fit the description; a test that expects one empties the list. */
  readonly breaches: Breach[];
  /** Stops the server, and fails the test if it broke its own description or met an unexpected error. */
  readonly stop: () => Promise<void>;
}

/** For tests of one process, such as of its addresses, limits or counts, with which the store of a run has nothing to do. */
export const ONE_PROCESS = { data: undefined } as const;

/**
 * The only setup line of an acceptance test. Every answer is held against the description on the way out; `stop` says
 * so when one did not fit.
 */
export const startMock = async (options: MockOptions = {}): Promise<StartedMock> => {
  const clock = createTestClock();
  const exchanges: ExchangeSummary[] = [];
  const failures: unknown[] = [];
  const notices: Notice[] = [];
  const breaches: Breach[] = [];
  const mock = await openMock({
    clock,
    checkAnswers: 'all',
    observer: {
      finished: (summary) => exchanges.push(summary),
      failed: (error) => failures.push(error),
      noticed: (notice) => notices.push(notice),
      breached: (breach) => breaches.push(breach),
    },
    ...options,
  });
  return {
    mock,
    api: createApiClient(mock, clock),
    clock,
    exchanges,
    failures,
    notices,
    breaches,
    stop: async () => {
      await mock.close();
      if (failures.length > 0) throw new Error(`the server met unexpected errors: ${failures.map(String).join('; ')}`);
      if (breaches.length > 0) throw new Error(`answers broke the description: ${JSON.stringify(breaches, null, 2)}`);
    },
  };
};
