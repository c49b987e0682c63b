import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
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
  const id = key === null ? undefined : JSON.stringify(key);
  const reader = useMemo(() => createReader(state), []);
  useEffect(() => {
    if (id === undefined) return undefined;
    const stops = [reader.start(read)];
    if (kinds !== undefined) stops.push(onTold('written', reader.again), onChange(kinds, reader.later));
    return stopAll(stops);
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

  const run = async (): Promise<void> => {
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
  const again = (): void => void run();

  const later = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        again();
      },
      Math.max(SETTLE, lastRead + REST - Date.now()),
    );
  };

  return {
    again,
    later,
    start: (next: () => Promise<Value>) => {
      read = next;
      again();
      return () => {
        round++;
        isReading = false;
        read = undefined;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
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
