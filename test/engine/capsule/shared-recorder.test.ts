import { expect, test } from '@jest/globals';
import { fromRecordedText, toRecordedText } from '../../../src/engine/capsule/shared/recorded-text.ts';
import { behindIn, hasGap } from '../../../src/engine/capsule/shared/read-calls.ts';
import { createEntry } from '../journal/create-entry.ts';

const FORM = { operationOf: () => undefined, monotonicStart: 0 };

const kept = (body: string | Uint8Array, isCut = false) => ({ mediaType: '', body, byteLength: body.length, isCut });

test.each([
  ['no bodies', undefined, undefined, undefined, undefined],
  ['bodies that the journal has', kept('{"a":1}'), Buffer.from('{"a":1}'), kept('öäü'), 'öäü'],
  ['bodies that it has cut', kept('{"a"', true), Buffer.from('{"a":1}'), kept(Uint8Array.of(0xe9), true), 'öäü'],
  ['bytes that are no text', kept('\uFFFD'), Uint8Array.of(0xe9), kept(Uint8Array.of(0xe9)), Uint8Array.of(0xe9)],
  ['bodies that it lacks', undefined, Uint8Array.of(0, 0xff), undefined, Uint8Array.of(0, 0xff)],
])('an exchange with %s is read as it was recorded', (_what, inEntry, received, inAnswer, sent) => {
  const entry = { ...createEntry(), received: inEntry, sent: inAnswer };
  const exchange = { kind: 'exchange', entry, path: '/a\0b', origin: 'http://x', received, sent } as const;
  const { position, recorded } = fromRecordedText(toRecordedText({ position: 5, recorded: exchange }, FORM), FORM);
  if (recorded.kind !== 'exchange') throw new Error('it was an exchange');
  expect([position, recorded.path, recorded.origin]).toEqual([5, '/a\0b', 'http://x']);
  const bytesOf = (body: string | Uint8Array | undefined) => body && [...Buffer.from(body)];
  expect(bytesOf(recorded.received ?? recorded.entry.received?.body)).toEqual(bytesOf(received));
  expect(bytesOf(recorded.sent ?? recorded.entry.sent?.body)).toEqual(bytesOf(sent));
});

test('calls that a process has not written are missed: between others, and at its end', () => {
  const call = (origin: string, nth: number) => ({ origin, number: nth, nth, text: '' });
  expect(hasGap([call('a', 1), call('a', 2), call('b', 1)])).toBe(false);
  expect(hasGap([call('a', 1), call('a', 3), call('b', 1)])).toBe(true);
  const lost = new Map([['a', 7]]);
  expect(behindIn(lost, new Map([['a', 6]]))).toEqual(['a']);
  // It was lost before.
  expect(behindIn(lost, new Map([['a', 7]]))).toEqual([]);
  expect(behindIn(lost, new Map())).toEqual(['a']);
});
