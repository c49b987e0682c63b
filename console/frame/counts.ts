import { type ReadonlySignal, signal } from '@preact/signals';

export interface Count {
  readonly number: number;
  /** "new exchanges", for screen readers. */
  readonly what: string;
  /** Something that needs a person. */
  readonly isUrgent: boolean;
}

const all = signal<Readonly<Record<string, Count>>>({});

/** What is new on a screen since it was last looked at, by its path. */
export const counts: ReadonlySignal<Readonly<Record<string, Count>>> = all;

export const setCount = (path: string, count: Count): void => {
  all.value = { ...all.value, [path]: count };
};
