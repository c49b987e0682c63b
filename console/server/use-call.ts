import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type Answer, type CallOptions, type PathOf, type Refused, call, toRefused } from './call.ts';
import { type Kind, changes } from './stream.ts';

/** What was read: keeps its value while it is read again, so that nothing flickers. */
interface Reading<Value> {
  readonly value: Value | undefined;
  readonly refused: Refused | undefined;
}

export interface Read<Value> extends ReadonlySignal<Reading<Value>> {
  readonly again: () => void;
}

/** Many changes at once are read once, and a busy sandbox twice a second. */
const SETTLE = 100;
const REST = 500;

/**
 * Reads from the control API while the component is shown, and again when the stream tells of one of the kinds:
 *
 *     const orders = useCall('/orders', { query: { status: status.value } }, ['state']);
 *
 * `null` instead of options reads nothing yet.
 */
export const useCall = <P extends PathOf<'GET'>>(
  path: P,
  options: CallOptions<'GET', P> | null,
  kinds: readonly Kind[] = [],
): Read<Answer<'GET', P>> =>
  useRead(
    () => call('GET', path, ...([options] as never)) as Promise<Answer<'GET', P>>,
    options === null ? null : [path, options],
    kinds,
  );

/** As `useCall` for anything that is read; another key reads anew, `null` reads nothing. */
export const useRead = <Value>(read: () => Promise<Value>, key: unknown, kinds: readonly Kind[] = []): Read<Value> => {
  const state = useSignal<Reading<Value>>({ value: undefined, refused: undefined });
  const id = key === null ? undefined : JSON.stringify(key);
  const reader = useMemo(() => createReader(state), []);
  useEffect(() => {
    if (id === undefined) return undefined;
    reader.start(read);
    const stops = kinds.map((kind) => changes(kind).subscribe(reader.changed));
    return () => {
      for (const stop of stops) stop();
      reader.stop();
    };
  }, [id]);
  return useMemo(() => Object.assign(state, { again: reader.again }), []);
};

const createReader = <Value>(state: { value: Reading<Value> }) => {
  let read: (() => Promise<Value>) | undefined;
  let round = 0;
  let isReading = false;
  let asked = 0;
  let lastRead = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const again = async (): Promise<void> => {
    if (read === undefined) return;
    asked++;
    if (isReading) return;
    const mine = round;
    const seen = asked;
    isReading = true;
    try {
      const value = await read();
      if (mine === round) state.value = { value, refused: undefined };
    } catch (error) {
      if (mine === round) state.value = { value: state.value.value, refused: toRefused(error) };
    } finally {
      if (mine === round) {
        isReading = false;
        lastRead = Date.now();
        if (asked !== seen) later();
      }
    }
  };

  const later = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        void again();
      },
      Math.max(SETTLE, lastRead + REST - Date.now()),
    );
  };

  let isSubscribing = false;
  return {
    start: (next: () => Promise<Value>) => {
      read = next;
      isSubscribing = true;
      queueMicrotask(() => {
        isSubscribing = false;
      });
      void again();
    },
    /** A signal calls its subscriber at once; that is no change. */
    changed: () => {
      if (!isSubscribing) later();
    },
    again: () => void again(),
    stop: () => {
      round++;
      isReading = false;
      read = undefined;
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
