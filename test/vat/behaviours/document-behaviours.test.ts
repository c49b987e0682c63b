import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { documents } from '../../../src/vat/documents/document.ts';
import { OTHER_VIN, VIN, sampleDocument } from '../../support/sample-records.ts';
import { type Service, type Told, createSteps, filePart, openService, vehicle } from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
let order: string;
beforeEach(async () => {
  service = openService();
  steps = createSteps(service);
  order = await steps.begin({ vins: [vehicle(VIN), vehicle(OTHER_VIN)] });
});
afterEach(() => service.stop());

const BYTES = Buffer.from('some bytes');

const upload = (body: object, files = [filePart({ bytes: BYTES })], ask: object = {}): Promise<Told> =>
  service.call('uploadOrderDocument', { path: { uuid: order }, body, files, ...ask });
describe('an upload', () => {
  test.each([
    ['application/pdf', '.pdf'],
    ['image/jpeg', '.jpg'],
    ['image/png', '.png'],
    ['text/plain', '.txt'],
    ['application/zip', ''],
  ])('of %s without a name is called after what it is', async (mediaType, extension) => {
    const { body } = await upload({ type: 'DELIVERY_DECLARATION' }, [filePart({ fileName: '', mediaType })]);
    expect([body.fileName, body.contentType]).toEqual([`delivery-declaration${extension}`, mediaType]);
  });

  test.each([
    ['text/html; charset=utf-8', 'application/octet-stream'],
    ['pdf', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['application/vnd.ms-excel', 'application/vnd.ms-excel'],
    [`a/${'b'.repeat(127)}`, `a/${'b'.repeat(127)}`],
    [`a/${'b'.repeat(128)}`, 'application/octet-stream'],
    [`${'a'.repeat(128)}/b`, 'application/octet-stream'],
  ])('that calls itself %s is stored as %s', async (mediaType, contentType) => {
    expect((await upload({ type: 'CMR' }, [filePart({ mediaType })])).body.contentType).toBe(contentType);
  });
});

test('a document is kept by its id, and found by the one whom it belongs to', () => {
  const ofOrder = sampleDocument('CMR', { orderUuid: 'an order' });
  const { orderUuid: _order, ...ofNobody } = sampleDocument('IDENTITY_DOCUMENT');
  expect(documents.idOf(ofOrder)).toBe(ofOrder.id);
  expect(documents.keysOf(ofOrder)).toEqual([{ name: 'order', text: 'an order' }]);
  expect(documents.keysOf({ ...ofNobody, buyerUuid: 'a buyer' })).toEqual([{ name: 'buyer', text: 'a buyer' }]);
});
