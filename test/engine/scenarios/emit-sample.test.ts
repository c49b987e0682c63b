import { expect, test } from '@jest/globals';
import { toEvent } from '../../../src/engine/scenarios/sample-event.ts';
import type { Json } from '../../../src/kernel/json.ts';

const PASSED = { type: 'ended', data: { id: 'sample', outcome: 'PASSED' } };
const FAILED = { type: 'ended', data: { id: 'sample', outcome: 'FAILED', reasons: [{ code: 'A', text: 'Why.' }] } };

interface Ended {
  readonly outcome: string;
  readonly reasons?: readonly { readonly code?: string; readonly text?: string }[];
}

/** A description that wants whole reasons for a failure, and none for a success. */
const fits = ({ outcome, reasons }: Ended): boolean =>
  outcome === 'FAILED'
    ? reasons?.every(({ code, text }) => code !== undefined && text !== undefined) === true
    : outcome === 'PASSED' && reasons === undefined;

const eventOf = (...bodies: readonly object[]) => ({
  ...{ pointer: '#', summary: '', headers: [] },
  examples: bodies.map((value, index) => ({ name: String(index), value })),
});

const make = (data: Readonly<Record<string, Json>>, facts: Readonly<Record<string, Json>> = {}) =>
  toEvent(
    eventOf(PASSED, FAILED),
    data,
    {
      errorsAt: (_pointer, value) => (fits((value as { readonly data: Ended }).data) ? [] : [{} as never]),
    },
    facts,
  )['data'];

test('without anything said it is the first sample', () => {
  expect(make({})).toEqual(PASSED.data);
});

test('what is said picks the sample that goes with it', () => {
  expect(make({ outcome: 'FAILED' })).toEqual(FAILED.data);
  expect(make({}, { outcome: 'FAILED' })).toEqual(FAILED.data);
});

test('facts fill in, unless they contradict what is said', () => {
  expect(make({}, { id: 'known' })).toEqual({ id: 'known', outcome: 'PASSED' });
  expect(make({ id: 'said' }, { id: 'known' })).toEqual({ id: 'said', outcome: 'PASSED' });
  expect(
    make({ outcome: 'PASSED' }, { id: 'known', outcome: 'FAILED', reasons: [{ code: 'B', text: 'So.' }] }),
  ).toEqual(PASSED.data);
});

test('lists are what is said; their elements are filled in where something is missing', () => {
  const whole = [{ code: 'B', text: 'So.' }];
  expect(make({ outcome: 'FAILED', reasons: whole })).toEqual({ id: 'sample', outcome: 'FAILED', reasons: whole });
  expect(make({ outcome: 'FAILED', reasons: [{ code: 'B' }] })).toMatchObject({
    reasons: [{ code: 'B', text: 'Why.' }],
  });
});

test('what fits nothing is shown with what was said, so that it can be told what is wrong', () => {
  expect(make({ outcome: 'MAYBE' })).toEqual({ id: 'sample', outcome: 'MAYBE' });
});

test('of samples that all fit, the one that agrees most with what is said is taken', () => {
  const sample = (name: string, data: Readonly<Record<string, Json>>) => ({ type: name, data });
  const samples = [
    sample('first', { a: 1, deep: { b: 1, c: 1 } }),
    sample('second', { a: 2, deep: { b: 2, c: 1 } }),
    sample('third', { a: 2, deep: { b: 2, c: 2 } }),
  ];
  const words = { errorsAt: () => [] };
  const pick = (data: Readonly<Record<string, Json>>, facts = {}) =>
    toEvent(eventOf(...samples), data, words, facts)['type'];
  expect(pick({})).toBe('first');
  expect(pick({ a: 2 })).toBe('second');
  expect(pick({ a: 1, deep: { b: 2, c: 2 } })).toBe('third');
  expect(pick({ deep: { c: 2 } })).toBe('third');
  expect(pick({ deep: null })).toBe('first');
  expect(pick({}, { a: 2 })).toBe('second');
});

test('an event without samples is what is said', () => {
  const words = { errorsAt: () => [{} as never] };
  expect(toEvent(eventOf(), { a: 1 }, words)).toEqual({ data: { a: 1 } });
});
