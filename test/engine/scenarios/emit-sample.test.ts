import { expect, test } from '@jest/globals';
import { toEvent } from '../../../src/engine/scenarios/emit-sample.ts';
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

const make = (data: Readonly<Record<string, Json>>, facts: Readonly<Record<string, Json>> = {}) =>
  toEvent(
    { pointer: '#', samples: [PASSED, FAILED] },
    data,
    {
      event: () => undefined,
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
