import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { components } from '../../src/generated/admin-types.ts';
import { type Answer, type CallOptions, type PathOf, type Refused, call, toRefused } from './call.ts';
import { type Kind, onChange, onTold, stopAll } from './told.ts';

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
 * Reads from the control API while the component is shown, again when the stream tells of one of the kinds, and again when
 * this page has changed something:
 *
 *     const orders = useCall('/deliveries', { query: { status: status.value } }, ['delivery']);
 *
 * `null` instead of options reads nothing yet. Without kinds it is read once.
 */
export const useCall = <P extends PathOf<'GET'>>(
  path: P,
  options: CallOptions<'GET', P> | null,
  kinds?: readonly Kind[],
): Read<Answer<'GET', P>> =>
  useRead(
    () => call('GET', path, ...([options] as never)) as Promise<Answer<'GET', P>>,
    options === null ? null : [path, options],
    kinds,
  );

/** As `useCall` for anything that is read; another key reads anew. */
export const useRead = <Value>(read: () => Promise<Value>, key: unknown, kinds?: readonly Kind[]): Read<Value> => {
  const state = useSignal<Reading<Value>>({ value: undefined, refused: undefined });
  const current = useRef<() => void>(undefined);
  const id = key === null ? undefined : JSON.stringify(key);
  useEffect(() => {
    if (id === undefined) return undefined;
    const reader = createReader(read, state);
    current.current = reader.again;
    const stops = [reader.stop];
    if (kinds !== undefined) stops.push(onTold('written', reader.again), onChange(kinds, reader.later));
    return stopAll(stops);
  }, [id]);
  return useMemo(() => Object.assign(state, { again: () => current.current?.() }), []);
};

/** Reads at once, and again when it is told to. */
const createReader = <Value>(read: () => Promise<Value>, state: { value: Reading<Value> }) => {
  let isReading = false;
  let isStale = false;
  let isStopped = false;
  let lastRead = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ended = (next: Reading<Value>): void => {
    if (isStopped) return;
    state.value = next;
    isReading = false;
    lastRead = Date.now();
    if (isStale) later();
  };
  const again = (): void => {
    isStale = isReading;
    if (isReading || isStopped) return;
    isReading = true;
    read().then(
      (value) => ended({ value, refused: undefined }),
      (error: unknown) => ended({ value: state.value.value, refused: toRefused(error) }),
    );
  };
  const later = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        again();
      },
      Math.max(SETTLE, lastRead + REST - Date.now()),
    );
  };
  const stop = (): void => {
    isStopped = true;
    clearTimeout(timer);
  };
  again();
  return { again, later, stop };
};

type Schemas = components['schemas'];

/** A record as it is listed, and with everything that belongs to it, by collection. */
interface Collections {
  readonly orders: readonly [Schemas['OrderSummary'], Schemas['OrderDetail']];
  readonly buyers: readonly [Schemas['BuyerSummary'], Schemas['BuyerDetail']];
  readonly jobs: readonly [Schemas['DueJob'], Schemas['DueJob']];
}

/** A page of a collection, read again when something of the kinds changed. */
export const useRecords = <Name extends keyof Collections>(
  collection: Name,
  query: NonNullable<CallOptions<'GET', '/records/{collection}'>['query']>,
  kinds: readonly Kind[],
) =>
  useCall('/records/{collection}', { path: { collection }, query }, kinds) as Read<
    Omit<Schemas['RecordList'], 'data'> & { readonly data: readonly Collections[Name][0][] }
  >;

/** A record with everything that belongs to it. */
export const useRecord = <Name extends keyof Collections>(
  collection: Name,
  id: string,
  kinds: readonly Kind[],
): Read<Collections[Name][1]> =>
  useCall('/records/{collection}/{id}', { path: { collection, id } }, kinds) as Read<Collections[Name][1]>;
