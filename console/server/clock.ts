import { computed, signal } from '@preact/signals';
import type { Clock } from '../../src/generated/control-schemas.ts';
import { call } from './call.ts';
import { onChange, onTold, stopAll } from './told.ts';

const read = signal<{ readonly clock: Clock; readonly at: number }>();

export const clock = computed(() => read.value?.clock);

/** The machine's time, once a second. */
export const wallNow = signal(Date.now());

/** The sandbox's time, once a second; it stands still while the clock is frozen. */
export const sandboxNow = computed(() => {
  if (read.value === undefined) return wallNow.value;
  const now = Date.parse(read.value.clock.now);
  return read.value.clock.frozen ? now : now + Math.max(0, wallNow.value - read.value.at);
});

/** Keeps the clock until it is stopped. */
export const startClock = (): (() => void) => {
  const beat = setInterval(() => {
    wallNow.value = Date.now();
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
