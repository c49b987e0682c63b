import { describe, expect, test } from '@jest/globals';
import { detectorOf, detectors, type Exchange, marks, watch } from '../../engine/coaching/watch.ts';
import { body, createOperation, json } from '../../engine/journal/create-entry.ts';

const continuesWithoutDpa = detectorOf('goes-on-without-dpa');
const vatLeftOff = detectorOf('vat-left-off');
const viesAskedAgain = detectorOf('vies-asked-again');

test('clients are watched for what is of this trade, too', () => {
  const own = ['eager-polling', 'vies-asked-again', 'goes-on-without-dpa', 'vat-left-off', 'unlikely-vin'];
  expect(detectors.map(({ rule: { id } }) => id)).toEqual(expect.arrayContaining(own));
});

describe('goes-on-without-dpa', () => {
  const refusal = { type: 'dpa-not-accepted', title: '', status: 403, detail: '' };
  const refused = (at: number, more: Partial<Exchange> = {}): Exchange => ({ at, status: 403, refusal, ...more });

  test('the third call into the same wall', () => {
    expect(marks(watch(continuesWithoutDpa, [refused(0), refused(1), refused(2), refused(3)]))).toBe('--!!');
  });

  test('says which call was the last, and names the last ten', () => {
    const all = Array.from({ length: 12 }, (_, at) => refused(at));
    const sightings = watch(continuesWithoutDpa, all);
    expect(sightings[2]).toMatchObject({
      rule: { id: 'goes-on-without-dpa', assumptions: [] },
      clientId: 'api-client-demo',
      subject: 'agreement',
      detail: '3 calls in a row were refused with dpa-not-accepted, the last one to /v1/me.',
      requests: { length: 3 },
      certain: true,
    });
    expect(sightings.at(-1)?.requests).toHaveLength(10);
    const operation = createOperation({ id: 'getOrder' });
    expect(
      watch(
        continuesWithoutDpa,
        [0, 1, 2].map((at) => refused(at, { operation })),
      )[2]?.detail,
    ).toMatch(/the last one to getOrder\.$/);
  });

  test('five minutes after the one before is still in a row', () => {
    expect(marks(watch(continuesWithoutDpa, [refused(0), refused(300), refused(600)]))).toBe('--!');
    expect(marks(watch(continuesWithoutDpa, [refused(0), refused(300.001), refused(600)]))).toBe('---');
  });

  test.each<[string, readonly Exchange[]]>([
    ['nobody', [0, 1, 2].map((at) => refused(at, { caller: undefined }))],
    ['stopping', [refused(0), refused(1)]],
    ['looking now and then whether it is back', [0, 600, 1200, 1800].map((at) => refused(at))],
    ['several on their way together', [0, 1, 2, 3].map((at) => refused(at, { took: 9 }))],
    ['another reason', [0, 1, 2].map((at) => refused(at, { refusal: { ...refusal, type: 'forbidden' } }))],
    ['an agreement that came back', [refused(0), refused(1), { at: 2 }, refused(3), refused(4)]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(continuesWithoutDpa, exchanges))).toMatch(/^-+$/);
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

  test('says how often and how soon, and names the last ten', () => {
    const sightings = watch(
      viesAskedAgain,
      Array.from({ length: 12 }, (_, at) => ask(at)),
    );
    expect(sightings[2]).toMatchObject({
      rule: { id: 'vies-asked-again', assumptions: [] },
      clientId: 'api-client-demo',
      subject: 'requestViesCheck',
      detail: 'POST /v1/partners/p/buyers/b/vies-checks came 3 times, the last time after 1 second.',
      requests: { length: 3 },
    });
    expect(sightings.at(-1)?.requests).toHaveLength(10);
  });

  test('ten minutes after the one before begins a new row', () => {
    expect(marks(watch(viesAskedAgain, [ask(0), ask(599.999), ask(1199)]))).toBe('--?');
    expect(marks(watch(viesAskedAgain, [ask(0), ask(600), ask(1199)]))).toBe('---');
  });

  test('a first attempt under a key is a question', () => {
    const idempotency = { kind: 'first', beganAt: undefined, key: 'a', fingerprint: 'f' } as const;
    expect(
      marks(watch(viesAskedAgain, [ask(0, { idempotency }), ask(1, { idempotency }), ask(2, { idempotency })])),
    ).toBe('--?');
  });

  test.each<[string, readonly Exchange[]]>([
    ['nobody', [0, 1, 2, 3].map((at) => ask(at, { caller: undefined }))],
    ['redirections', [0, 1, 2, 3].map((at) => ask(at, { status: 300 }))],
    ['calls of another kind', [0, 1, 2, 3].map((at) => ask(at, { operation: createOperation({ id: 'getBuyer' }) }))],
    [
      'several clients',
      ['a', 'b', 'c'].map((clientId, at) => ask(at, { caller: { clientId, organization: undefined } })),
    ],
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
    expect(sighting).toMatchObject({
      rule: { id: 'vat-left-off', assumptions: [] },
      clientId: 'api-client-demo',
      subject: 'order',
      certain: true,
      requests: { length: 2 },
    });
    expect(sighting?.detail).toMatch(/^POST .* without VAT, although the decision is VAT_APPLICABLE\.$/);
  });

  test('another order that was read meanwhile does not make it forgotten', () => {
    const other = { ...read(1, 'VALID_EXPORT'), pathParameters: { uuid: 'other' } };
    expect(marks(watch(vatLeftOff, [read(0, 'VAT_APPLICABLE'), other, invoice(2, false)]))).toBe('--!');
  });

  test.each<[string, Partial<Exchange>]>([
    ['was refused', { status: 300 }],
    ['was cut', { sent: { ...json({ decision: 'VAT_APPLICABLE' }), isCut: true } }],
    ['is no JSON', { sent: body('{', 'application/json') }],
    ['is null', { sent: json(null) }],
    ['is missing', { sent: undefined }],
    ['is of no order', { pathParameters: undefined }],
    ['is of another call', { operation: createOperation({ id: 'getOrder' }) }],
  ])('not: what was read %s', (_what, change) => {
    expect(marks(watch(vatLeftOff, [{ ...read(0, 'VAT_APPLICABLE'), ...change }, invoice(1, false)]))).toBe('--');
  });

  test.each<[string, readonly Exchange[]]>([
    ['VAT is on it', [read(0, 'VAT_APPLICABLE'), invoice(1, true)]],
    ['a preliminary invoice', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { sent: json({ type: 'PRELIMINARY' }) })]],
    ['nobody has told', [read(0, null), invoice(1, false)]],
    ['an exemption', [read(0, 'VALID_EXPORT'), invoice(1, false)]],
    ['the verdict has changed', [read(0, 'VAT_APPLICABLE'), read(1, 'VALID_EXPORT'), invoice(2, false)]],
    ['another order', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { pathParameters: { uuid: 'other' } })]],
    ['nothing said of VAT', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { json: {} })]],
    ['no body', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { json: undefined })]],
    [
      'the margin scheme, which states none',
      [read(0, 'VAT_APPLICABLE'), invoice(1, false, { json: { vatIncluded: false, marginScheme: true } })],
    ],
    [
      'a call of another kind',
      [read(0, 'VAT_APPLICABLE'), invoice(1, false, { operation: createOperation({ id: 'replaceInvoice' }) })],
    ],
    ['refused', [read(0, 'VAT_APPLICABLE'), invoice(1, false, { status: 409 })]],
  ])('not: %s', (_name, exchanges) => {
    expect(marks(watch(vatLeftOff, exchanges))).toMatch(/^-+$/);
  });
});
