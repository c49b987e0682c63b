import { defineCollection } from '../../../src/engine/sandbox/collection.ts';
import type { JobDraft } from '../../../src/engine/sandbox/job.ts';
import type { JobHandlers } from '../../../src/engine/sandbox/job-handlers.ts';
import { createSandbox, type SandboxParts } from '../../../src/engine/sandbox/create-sandbox.ts';
import { type ClockSetting, createSandboxClock } from '../../../src/engine/sandbox/sandbox-clock.ts';
import { TEST_NOW, createTestClock } from '../../support/test-clock.ts';
import { bareSandbox } from '../../support/sandbox-parts.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Note {
  readonly id: string;
  readonly text?: string;
}

export const notes = defineCollection<Note>('notes', ({ id }) => id);

export interface Timer {
  readonly wait: number;
  readonly task: () => void;
}

/** A sandbox whose timers do nothing until a test lets them fire. */
export const startSandbox = (
  handlers: JobHandlers = {},
  change: Partial<SandboxParts> = {},
  setting?: ClockSetting,
) => {
  const wall = createTestClock();
  const failures: unknown[] = [];
  const timers = new Set<Timer>();
  const sandbox = createSandbox({
    ...bareSandbox(),
    organization: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
    quota: { documents: 1000, bytes: 1_000_000 },
    clock: createSandboxClock(wall, setting ?? { kind: 'running', offset: 0 }),
    handlers,
    after: (wait, task) => {
      const timer = { wait, task };
      timers.add(timer);
      return { cancel: () => timers.delete(timer) };
    },
    observer: { failed: (error) => failures.push(error) },
    ...change,
  });
  return {
    sandbox,
    wall,
    failures,
    timers,
    schedule: async (...drafts: readonly JobDraft[]): Promise<void> => {
      await sandbox.transact((work) => {
        for (const draft of drafts) work.schedule(draft);
      });
    },
    /** Lets the wall's time pass that a timer waits for, and fires it. */
    fireTimer: async (): Promise<void> => {
      const [timer] = timers;
      if (timer === undefined) throw new Error('there is no timer');
      wall.advance(timer.wait);
      timers.delete(timer);
      timer.task();
      await sandbox.idle();
    },
  };
};

/** In so many milliseconds from the beginning of the test. */
export const job = (id: string, wait: number, kind = 'note'): JobDraft => ({ id, kind, dueAt: TEST_NOW + wait });
