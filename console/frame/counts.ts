import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { address } from '../address/address.ts';
import { onStream } from '../server/stream.ts';

interface Count {
  readonly number: number;
  /** "new exchanges", for screen readers. */
  readonly what: string;
  /** Something that needs a person. */
  readonly isUrgent: boolean;
}

const all = signal<Readonly<Record<string, Count>>>({});

/** What is new on a screen since it was last looked at, by its path. */
export const counts: ReadonlySignal<Readonly<Record<string, Count>>> = all;

const count = (path: string, what: string, isUrgent = false): void => {
  // Whoever looks at the screen sees it.
  if (address.peek().segments[0] === path) return;
  const before = all.value[path];
  all.value = {
    ...all.value,
    [path]: { number: (before?.number ?? 0) + 1, what, isUrgent: isUrgent || before?.isUrgent === true },
  };
};

/** Counts until it is stopped. */
export const startCounts = (): (() => void) => {
  const stops = [
    onStream('exchange', () => count('traffic', 'new exchanges')),
    onStream('delivery', (data) => {
      const { status } = data as { readonly status?: string };
      if (status === 'FAILED') count('webhooks', 'failed deliveries', true);
    }),
    onStream('finding', (data) => {
      const { certainty } = data as { readonly certainty?: string };
      count('report', 'new findings', certainty === 'certain');
    }),
    onStream('forgotten', () => {
      all.value = {};
    }),
    effect(() => {
      const [path = ''] = address.value.segments;
      if (all.peek()[path] !== undefined)
        all.value = Object.fromEntries(Object.entries(all.peek()).filter(([each]) => each !== path));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    all.value = {};
  };
};
