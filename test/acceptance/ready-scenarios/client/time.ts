import type { TestClock } from '../../../support/test-clock.ts';

/** Time as the client lives it: on the clock that the test moves, which is the server's too. */
export interface Time {
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export const createTime = (clock: TestClock): Time => ({
  now: () => clock.now(),
  wait: (milliseconds) => {
    clock.advance(milliseconds);
    return Promise.resolve();
  },
});
