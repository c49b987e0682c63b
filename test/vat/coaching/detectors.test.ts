import { describe, expect, test } from '@jest/globals';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { goesOnWithoutDpa } from '../../../src/vat/coaching/goes-on-without-dpa.ts';
import { vatLeftOff } from '../../../src/vat/coaching/vat-left-off.ts';
import { viesAskedAgain } from '../../../src/vat/coaching/vies-asked-again.ts';
import { type Seconds, marks, watch } from '../../engine/coaching/watch.ts';
import { createOperation, json } from '../../engine/journal/create-entry.ts';

type Exchange = Partial<JournalEntry> & Seconds & { readonly json?: unknown };

describe('goes-on-without-dpa', () => {
  const refusal = { type: 'dpa-not-accepted', title: '', status: 403, detail: '' };
  const refused = (at: number, more: Partial<Exchange> = {}): Exchange => ({ at, status: 403, refusal, ...more });

  test('the third call into the same wall', () => {
    expect(marks(watch(goesOnWithoutDpa, [refused(0), refused(1), refused(2), refused(3)]))).toBe('--!!');
  });

  test.each<[string, readonly Exchange[]]>([
    ['stopping', [refused(0), refused(1)]],
    ['looking now and then whether it is back', [0, 600, 1200, 1800].map((at) => refused(at))],
    ['several on their way together', [0, 1, 2, 3].map((at) => refused(at, { took: 9 }))],
    ['another reason', [0, 1, 2].map((at) => refused(at, { refusal: { ...refusal, type: 'forbidden' } }))],
    ['an agreement that came back', [refused(0), refused(1), { at: 2 }, refused(3), refused(4)]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(goesOnWithoutDpa, exchanges))).toMatch(/^-+$/);
  });
});

describe('vies-asked-again', () => {
  const ask = (at: number, more: Partial<Exchange> = {}): Exchange => ({
    at,
    method: 'POST',
    path: '/v1/partners/p/buyers/b/vies-checks',
    operation: createOperation({ id: 'requestViesCheck', method: 'POST' }),
    status: 202,
    ...more,
  });

  test('one check after the other', () => {
    expect(marks(watch(viesAskedAgain, [ask(0), ask(1), ask(2), ask(3)]))).toBe('--?!');
  });

  test.each<[string, readonly Exchange[]]>([
    ['once a day', [0, 86_400, 172_800].map((at) => ask(at))],
    ['other buyers', ['a', 'b', 'c'].map((path, at) => ask(at, { path }))],
    [
      'one question and its retries',
      [0, 1, 2].map((at) => ask(at, { idempotency: { kind: 'replay', beganAt: 0, key: 'a', fingerprint: 'f' } })),
    ],
    ['refusals', [0, 1, 2, 3].map((at) => ask(at, { status: 404 }))],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(viesAskedAgain, exchanges))).toMatch(/^-+$/);
  });
});

describe('vat-left-off', () => {
  const pathParameters = { uuid: 'ORDER' };
  const read = (at: number, decision: string | null): Exchange => ({
    at,
    pathParameters,
    operation: createOperation({ id: 'getOrderCompliance' }),
    sent: json({ status: 'VALID', decision }),
  });
  const invoice = (at: number, vatIncluded: boolean, more: Partial<Exchange> = {}): Exchange => ({
    at,
    method: 'POST',
    pathParameters: { uuid: 'order' },
    operation: createOperation({ id: 'submitInvoice', method: 'POST' }),
    status: 201,
    sent: json({ type: 'FINAL', vatIncluded }),
    json: { vatIncluded },
    ...more,
  });

  test('the verdict was read, and the final invoice leaves VAT off', () => {
    const [, sighting] = watch(vatLeftOff, [read(0, 'VAT_APPLICABLE'), invoice(9, false)]);
    expect(sighting).toMatchObject({ certain: true, requests: { length: 2 } });
  });

  test.each<[string, readonly Exchange[]]>([
    ['VAT is on it', [read(0, 'VAT_APPLICABLE'), invoice(1, true)]],
    ['a preliminary invoice', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { sent: json({ type: 'PRELIMINARY' }) })]],
    ['nobody has told', [read(0, null), invoice(1, false)]],
    ['an exemption', [read(0, 'VALID_EXPORT'), invoice(1, false)]],
    ['the verdict has changed', [read(0, 'VAT_APPLICABLE'), read(1, 'VALID_EXPORT'), invoice(2, false)]],
    ['another order', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { pathParameters: { uuid: 'other' } })]],
    ['refused', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { status: 409 })]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(vatLeftOff, exchanges))).toMatch(/^-+$/);
  });
});
