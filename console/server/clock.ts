import { type ReadonlySignal, computed, signal } from '@preact/signals';
import type { Clock } from '../../src/generated/control-schemas.ts';
import { call } from './call.ts';
import { onChange, onTold, stopAll } from './told.ts';

const read = signal<{ readonly clock: Clock; readonly at: number }>();
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

/** Keeps the clock until it is stopped. */
export const startClock = (): (() => void) => {
  const beat = setInterval(() => {
    tick.value = Date.now();
  }, 1000);
  const again = (): void =>
    void call('GET /clock').then(
      (now) => {
        read.value = { clock: now, at: Date.now() };
      },
      () => undefined,
    );
  again();
  return stopAll([() => clearInterval(beat), onTold('written', again), onChange(['clock'], again)]);
};
