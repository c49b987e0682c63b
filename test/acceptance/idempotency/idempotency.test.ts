import { afterAll, describe, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const ORDERS = `/partners/${SELLER}/orders`;
const HOUR = 3_600_000;

const started = await closedBy(afterAll).start();

/** A generated answer differs each time it is really made: what comes twice the same was stored. */
const create = (key: string | undefined, body: unknown = sampleOrder(), options: object = {}) =>
  started.api.post(ORDERS, body, { headers: { 'idempotency-key': key, prefer: 'dynamic=true' }, ...options });

const typeOf = (body: { type: string }): string => body.type.replace(/^.*\/problems\//, '');

describe('the key itself', () => {
  test.each([
    ['255 characters', 'k'.repeat(255), 201],
    ['1 character', 'k', 201],
    ['anything printable', 'order/2026 #1 ("ü" not included)', 201],
  ])('%s: %s is answered with %d', async (_name, key, expected) => {
    expect((await create(key)).status).toBe(expected);
  });
});

describe('the same request again', () => {
  test('gets the stored answer, byte for byte, headers included, and says so', async () => {
    const first = await create('same');
    const again = await create('same');
    expect(again.text).toBe(first.text);
    for (const name of ['etag', 'location', 'content-type', 'preference-applied'])
      expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.status).toBe(201);
  });

  test('may be written differently as long as it means the same', async () => {
    const { externalOrderId, ...rest } = sampleOrder();
    const first = await create('meaning');
    const again = await create('meaning', JSON.stringify({ ...rest, externalOrderId }, null, 2));
    expect(again.text).toBe(first.text);
  });

  test('of an upload is recognized by its parts, not by its boundary', async () => {
    const first = await upload({ boundary: 'one' });
    expect(first.status).toBe(201);
    const again = await upload({ boundary: 'another' });
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  });

  test.each([
    ['type', { type: 'INVOICE' }],
    ['VIN', { vin: 'WVWZZZ1JZ3W386752' }],
    ['file name', { fileName: 'cmr-2.pdf' }],
    ['media type', { mediaType: 'image/png' }],
    ['content', { content: '%PDF-1.4 Content' }],
  ])('of an upload with another %s is another request', async (_what, change) => {
    await upload({});
    const answer = await upload(change);
    expectProblem(answer, started.mock, {
      status: 422,
      type: 'idempotency-key-reused',
      instance: `/v1${DOCUMENTS}`,
      detail: /Idempotency-Key/,
    });
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });

  test('by another client of the organization is the same request; by another organization it is not', async () => {
    const first = await create('shared');
    expect((await create('shared', sampleOrder(), { as: 'api-client-demo-2' })).text).toBe(first.text);
    const elsewhere = await started.api.post('/partners/1df37d56-914b-4198-b2c0-2f6427c2b072/orders', sampleOrder(), {
      as: 'api-client-restricted',
      headers: { 'idempotency-key': 'shared', prefer: 'dynamic=true' },
    });
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.headers['idempotency-replayed']).toBeUndefined();
  });

  test('after 24 hours is a new one', async () => {
    const first = await create('day');
    started.clock.advance(24 * HOUR - 1);
    expect((await create('day')).text).toBe(first.text);
    started.clock.advance(1);
    const later = await create('day');
    expect(later.text).not.toBe(first.text);
    expect(later.headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('the same key for something else', () => {
  test('another body, path or method: 422 idempotency-key-reused without errors[]', async () => {
    await create('reused');
    const answers = [
      await create('reused', sampleOrder({ externalOrderId: 'another' })),
      await started.api.post('/partners/7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f/orders', sampleOrder(), {
        headers: { 'idempotency-key': 'reused' },
      }),
      await started.api.delete('/webhooks/wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM', { headers: { 'idempotency-key': 'reused' } }),
    ];
    for (const { status, body } of answers) {
      expect([status, typeOf(body)]).toEqual([422, 'idempotency-key-reused']);
      expect(body).not.toHaveProperty('errors');
      expect(body.detail).toContain('2026-11-');
    }
  });
});

describe('what is not kept', () => {
  test('a violation leaves the key free for the corrected request', async () => {
    expect((await create('corrected', sampleOrder({ vins: [] }))).status).toBe(422);
    expect((await create('corrected')).status).toBe(201);
  });

  test.each([
    [429, false],
    [500, false],
    [404, true],
    [409, true],
  ])('an operation that answers %d is kept: %s', async (code, kept) => {
    const headers = { 'idempotency-key': `code-${String(code)}`, prefer: `code=${String(code)}` };
    expect((await started.api.post(ORDERS, sampleOrder(), { headers })).status).toBe(code);
    const again = await started.api.post(ORDERS, sampleOrder(), { headers });
    expect(again.headers['idempotency-replayed']).toBe(kept ? 'true' : undefined);
  });
});

const DOCUMENTS = `${ORDERS}/9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946/documents`;

interface Upload {
  readonly boundary?: string;
  readonly type?: string;
  readonly vin?: string;
  readonly fileName?: string;
  readonly mediaType?: string;
  readonly content?: string;
}

/** Always under the same key. */
const upload = (parts: Upload) => {
  const { boundary = 'b' } = parts;
  const headers = { 'idempotency-key': 'upload', 'content-type': `multipart/form-data; boundary=${boundary}` };
  return started.api.post(DOCUMENTS, multipart(boundary, parts), { headers });
};

const multipart = (
  boundary: string,
  {
    type = 'CMR',
    vin,
    fileName = 'cmr.pdf',
    mediaType = 'application/pdf',
    content = '%PDF-1.4 content',
  }: Omit<Upload, 'boundary'>,
): string => {
  const part = (headers: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${text}\r\n`;
  return [
    part('name="type"', type),
    ...(vin === undefined ? [] : [part('name="vin"', vin)]),
    part(`name="file"; filename="${fileName}"\r\nContent-Type: ${mediaType}`, content),
    `--${boundary}--\r\n`,
  ].join('');
};
