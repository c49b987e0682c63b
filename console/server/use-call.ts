import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { components } from '../../src/generated/admin-types.ts';
import { type Answer, type CallOptions, type Optional, type PathOf, type Refused, call, toRefused } from './call.ts';
import { type Kind, onChange, onTold, stopAll } from './told.ts';

/** What was read: keeps its value while it is read again, so that nothing flickers. */
export interface Read<Value> {
  readonly value: Value | undefined;
  readonly refused: Refused | undefined;
  readonly again: () => void;
}

type Reading<Value> = Omit<Read<Value>, 'again'>;

/** What the stream tells of, beside state and clock, when the answer to a call may be another one. The others are read once. */
const LIVE: Readonly<Partial<Record<PathOf<'GET'>, readonly Kind[]>>> = {
  '/assumptions': [],
  '/coverage': ['exchange', 'event'],
  '/deliveries': ['delivery'],
  '/deliveries/{id}': ['delivery'],
  '/findings': ['exchange', 'finding'],
  '/inbox/{name}': ['delivery'],
  '/mail': ['exchange', 'delivery'],
  '/orders/{uuid}/next': ['scenario'],
  '/records/{collection}': ['delivery', 'scenario'],
  '/records/{collection}/{id}': ['delivery'],
  '/scenarios': ['scenario'],
  '/scenarios/{name}': ['exchange', 'scenario'],
  '/scenarios/{name}/verdict': ['exchange', 'delivery', 'scenario'],
  '/show': ['show'],
  '/simulators': [],
  '/visitor-links': [],
  '/webhooks': ['exchange', 'delivery', 'scenario'],
};

/** Many changes at once are read once, and a busy sandbox twice a second. */
const SETTLE = 100;
const REST = 500;

/**
 * Reads from the control API while the component is shown, again when the stream tells of something that matters to it, and
 * when this page has changed something. `null` instead of options reads nothing yet:
 *
 *     const orders = useCall('/deliveries', { query: { status: status.value } });
 */
export const useCall = <P extends PathOf<'GET'>>(
  path: P,
  ...[options]: Optional<CallOptions<`GET ${P}`>, null>
): Read<Answer<`GET ${P}`>> =>
  useRead(
    () => call<`GET ${P}`>(`GET ${path}`, ...([options] as never)),
    options === null ? null : [path, options],
    LIVE[path] && ['state', 'clock', ...LIVE[path]],
  );

/** As `useCall` for anything that is read; another key reads anew. Without kinds it is read once. */
export const useRead = <Value>(read: () => Promise<Value>, key: unknown, kinds?: readonly Kind[]): Read<Value> => {
  const state = useSignal<Reading<Value>>({ value: undefined, refused: undefined });
  const reader = useRef<ReturnType<typeof createReader>>(undefined);
  const id = key === null ? undefined : JSON.stringify(key);
  useEffect(() => {
    if (id === undefined) return undefined;
    const { again, later, stop } = (reader.current = createReader(read, state));
    return stopAll([stop, ...(kinds === undefined ? [] : [onTold('written', again), onChange(kinds, later)])]);
  }, [id]);
  return { ...state.value, again: () => reader.current?.again() };
};

/** Reads at once, and again when it is told to. */
const createReader = <Value>(read: () => Promise<Value>, state: { value: Reading<Value> }) => {
  let isReading = false;
  let isStale = false;
  let isStopped = false;
  let lastRead = 0;
  let timer: number | undefined;

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

/** A page of a collection. */
export const useRecords = <Name extends keyof Collections>(
  collection: Name,
  query: NonNullable<CallOptions<'GET /records/{collection}'>['query']>,
) =>
  useCall('/records/{collection}', { path: { collection }, query }) as Read<
    Omit<Schemas['RecordList'], 'data'> & { readonly data: readonly Collections[Name][0][] }
  >;

/** A record with everything that belongs to it. */
export const useRecord = <Name extends keyof Collections>(collection: Name, id: string) =>
  useCall('/records/{collection}/{id}', { path: { collection, id } }) as Read<Collections[Name][1]>;
