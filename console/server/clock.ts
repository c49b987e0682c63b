import { type ReadonlySignal, computed, signal } from '@preact/signals';
import type { Clock } from '../../src/generated/control-schemas.ts';
import { call } from './call.ts';
import { onChange } from './told.ts';

const read = signal<{ readonly clock: Clock; readonly at: number } | undefined>(undefined);
const tick = signal(Date.now());

export const clock: ReadonlySignal<Clock | undefined> = computed(() => read.value?.clock);

/** The machine's time, once a second. */
export const wallNow: ReadonlySignal<number> = tick;

/** The sandbox's time, once a second; it stands still while the clock is frozen. */
export const sandboxNow: ReadonlySignal<number> = computed(() => {
  if (read.value === undefined) return tick.value;
  const now = Date.parse(read.value.clock.now);
  return read.value.clock.frozen ? now : now + Math.max(0, tick.value - read.value.at);
});

/** An answer of the control API that carries the clock. */
export const clockWas = (now: Clock): void => {
  read.value = { clock: now, at: Date.now() };
};

export const readClock = async (): Promise<void> => {
  clockWas(await call('GET', '/clock'));
};

/** Keeps the clock until it is stopped. */
export const startClock = (): (() => void) => {
  const beat = setInterval(() => {
    tick.value = Date.now();
  }, 1000);
  const again = (): void => void readClock().catch(() => undefined);
  const stop = onChange(['clock'], again);
  again();
  return () => {
    clearInterval(beat);
    stop();
  };
};
