import { describe, expect, test } from '@jest/globals';
import { Problem } from '../../../src/kernel/problem.ts';
import type { Reading } from '../../../src/engine/sandbox/unit-of-work.ts';
import { checkReference, type DocumentRecord } from '../../../src/vat/documents/document.ts';
import { OTHER_VIN, VIN, sampleDocument, sampleOrderRecord } from '../../support/sample-records.ts';

const order = sampleOrderRecord();

const check = (document: DocumentRecord, vins?: readonly string[], id = document.id): DocumentRecord => {
  const work = {
    get: (_collection: unknown, asked: string) => (asked === document.id ? document : undefined),
  } as unknown as Reading;
  return checkReference(work, order, {
    field: 'cmrDocumentId',
    id,
    type: 'CMR',
    ...(vins === undefined ? {} : { vins }),
  });
};

const refusalOf = (...args: Parameters<typeof check>): Problem['members'] => {
  try {
    check(...args);
  } catch (error) {
    if (error instanceof Problem) return error.members;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('fits', () => {
  test.each<[string, Partial<DocumentRecord>, readonly string[] | undefined]>([
    ['about every VIN', {}, [VIN]],
    ['about a VIN of the step', { vin: VIN }, [OTHER_VIN, VIN]],
    ['about a VIN, where any will do', { vin: VIN }, undefined],
  ])('%s', (_what, change, vins) => {
    const document = sampleDocument('CMR', change);
    expect(check(document, vins)).toBe(document);
    expect(check(document, vins, document.id.toUpperCase())).toBe(document);
  });
});

describe('is 422 that names the member and the document', () => {
  test.each<[string, Partial<DocumentRecord>, RegExp]>([
    ['of another order', { orderUuid: 'another' }, /^is not a document of order .*upload it to this order first$/],
    ['of another kind', { type: 'INVOICE' }, /^must be the id of a CMR, but is the id of an? INVOICE$/],
    ['set aside', { status: 'ARCHIVED' }, /ARCHIVED/],
    ['about another VIN', { vin: OTHER_VIN }, new RegExp(`a document for ${OTHER_VIN}`)],
  ])('%s', (_what, change, message) => {
    const document = sampleDocument('CMR', change);
    expect(refusalOf(document, [VIN])).toMatchObject({
      status: 422,
      type: 'validation-error',
      errors: [{ field: 'cmrDocumentId', message: expect.stringMatching(message), rejectedValue: document.id }],
    });
  });

  test('unknown', () => {
    expect(refusalOf(sampleDocument('CMR'), undefined, 'unknown').errors).toMatchObject([
      { message: expect.stringContaining(order.uuid), rejectedValue: 'unknown' },
    ]);
  });
});
