import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { documents } from '../../../src/vat/documents/document.ts';
import { OTHER_VIN, VIN, sampleDocument } from '../../support/sample-records.ts';
import {
  ORGANIZATION,
  OTHER_SELLER,
  STRANGER,
  type Service,
  type Told,
  UNKNOWN,
  createSteps,
  filePart,
  isoOf,
  openService,
  vehicle,
} from '../open-service.ts';

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
const refused = (body: object, files = [filePart()], ask: object = {}) =>
  service.refusal('uploadOrderDocument', { path: { uuid: order }, body, files, ...ask });
const idsOf = (list: Told): readonly string[] => (list.body.data as { id: string }[]).map(({ id }) => id);
const patch = (id: string, status: string, ask: object = {}): Promise<Told> =>
  service.call('updateDocument', { path: { id }, body: { status }, ...ask });
const blockers = async (): Promise<readonly string[]> =>
  ((await service.call('getOrderCompliance', { path: { uuid: order } })).body.blockers as { code: string }[]).map(
    ({ code }) => code,
  );

describe('an upload', () => {
  test('is kept word by word and byte by byte, and shown as it is', async () => {
    const { status, body } = await upload({ type: 'CMR', vin: OTHER_VIN });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'CMR',
        status: 'ACTIVE',
        fileName: 'paper.pdf',
        contentType: 'application/pdf',
        size: BYTES.byteLength,
        sha256: createHash('sha256').update(BYTES).digest('hex'),
        orderUuid: order,
        vin: OTHER_VIN,
        version: 1,
        createdAt: isoOf(service.now()),
        updatedAt: isoOf(service.now()),
      },
    });
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['buyerUuid']));
    expect((await service.call('getDocument', { path: { id: String(body.id).toUpperCase() } })).body).toEqual(body);
    const download = await service.call('downloadDocument', { path: { id: body.id } });
    expect(download.headers).toEqual({
      'content-disposition': `attachment; filename="paper.pdf"; filename*=UTF-8''paper.pdf`,
      'x-content-type-options': 'nosniff',
    });
    expect(download.bytes).toEqual(BYTES);
  });

  test('without a VIN or an invoice shows neither', async () => {
    const { body } = await upload({ type: 'CMR' });
    for (const name of ['vin', 'invoiceType', 'buyerUuid']) expect(Object.keys(body)).not.toContain(name);
  });

  test('counts as evidence at once, and documents are listed in the order that they came', async () => {
    expect(await blockers()).toContain('PROOF_OF_PAYMENT_MISSING');
    const first = (await upload({ type: 'PROOF_OF_PAYMENT' })).body.id;
    expect(await blockers()).not.toContain('PROOF_OF_PAYMENT_MISSING');
    const second = (await upload({ type: 'CMR' })).body.id;
    expect(idsOf(await service.call('listOrderDocuments', { path: { uuid: order } }))).toEqual([first, second]);
  });

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

describe('which invoice a document is of', () => {
  const typeOf = async (change: object = {}): Promise<unknown> =>
    (await upload({ type: 'INVOICE', ...change })).body.invoiceType;

  test('what the upload says', async () => {
    expect([await typeOf({ invoiceType: 'FINAL' }), await typeOf({ invoiceType: 'PRELIMINARY' })]).toEqual([
      'FINAL',
      'PRELIMINARY',
    ]);
  });

  test('else the preliminary one, until that has a document', async () => {
    expect([await typeOf(), await typeOf(), await typeOf()]).toEqual(['PRELIMINARY', 'FINAL', 'FINAL']);
  });

  test('a document of the final one, or one that is archived, is none of the preliminary one', async () => {
    expect(await typeOf({ invoiceType: 'FINAL' })).toBe('FINAL');
    const { id } = (await upload({ type: 'INVOICE' })).body;
    await patch(id, 'ARCHIVED');
    expect(await typeOf()).toBe('PRELIMINARY');
  });

  test('of an order with nothing but a final invoice, that', async () => {
    await steps.invoice(order, { type: 'FINAL' });
    expect(await typeOf()).toBe('FINAL');
    await steps.invoice(order, { type: 'PRELIMINARY' });
    expect(await typeOf({})).toBe('PRELIMINARY');
  });

  test('other documents are of none: 422', async () => {
    expect(await refused({ type: 'CMR', invoiceType: 'FINAL' })).toMatchObject({
      status: 422,
      errors: [{ field: 'invoiceType', message: expect.stringContaining('CMR'), rejectedValue: 'FINAL' }],
    });
  });
});

describe('a refused upload', () => {
  test('a VIN that is not the order’s', async () => {
    const vin = 'VF1RFB00X56789012';
    expect(await refused({ type: 'CMR', vin })).toMatchObject({
      status: 422,
      errors: [{ field: 'vin', message: expect.stringContaining(order), rejectedValue: vin }],
    });
  });

  test('a field that came as a file is named, before the file is', async () => {
    const stray = filePart({ field: 'type', fileName: 'CMR' });
    for (const files of [[stray], [filePart(), stray]])
      expect(await refused({ type: 'CMR' }, files)).toMatchObject({
        status: 422,
        errors: [{ field: 'type', message: expect.stringContaining('plain form field'), rejectedValue: 'CMR' }],
      });
    const [first, second] = [filePart({ field: 'a' }), filePart({ field: 'b' })];
    expect((await refused({ type: 'CMR' }, [first, second])).errors).toMatchObject([{ field: 'a' }]);
  });

  test('no file, or two of them', async () => {
    expect(await refused({ type: 'CMR' }, [])).toMatchObject({
      status: 422,
      errors: [{ field: 'file', message: expect.stringContaining('file'), rejectedValue: null }],
    });
    expect(await refused({ type: 'CMR' }, [filePart(), filePart({ fileName: 'b.pdf' })])).toMatchObject({
      status: 422,
      errors: [{ field: 'file', message: expect.any(String), rejectedValue: 'b.pdf' }],
    });
  });

  test('a cancelled order takes none, and keeps what it has', async () => {
    const { id } = (await upload({ type: 'CMR' })).body;
    await service.call('cancelOrder', { path: { uuid: order } });
    expect(await refused({ type: 'CMR' })).toMatchObject({
      status: 409,
      type: 'milestone-already-set',
      extensions: { orderStatus: 'CANCELLED' },
    });
    expect((await patch(id, 'ARCHIVED')).body.status).toBe('ARCHIVED');
    const { blockers: left } = (await service.call('getOrderCompliance', { path: { uuid: order } })).body;
    expect(left).toEqual([]);
  });

  test('for another seller: not found', async () => {
    expect((await refused({ type: 'CMR' }, [filePart()], { seller: OTHER_SELLER })).status).toBe(404);
    const path = { uuid: order };
    expect((await service.refusal('listOrderDocuments', { path, seller: OTHER_SELLER })).status).toBe(404);
  });
});

describe('archiving', () => {
  test('raises the version once, and takes nothing away', async () => {
    const { body } = await upload({ type: 'PROOF_OF_PAYMENT' });
    await service.pass(60_000);
    const archived = { ...body, status: 'ARCHIVED', version: 2, updatedAt: isoOf(service.now()) };
    expect((await patch(body.id, 'ARCHIVED')).body).toEqual(archived);
    expect(await blockers()).toContain('PROOF_OF_PAYMENT_MISSING');
    await service.pass(60_000);
    expect((await patch(body.id, 'ARCHIVED')).body).toEqual(archived);
    expect((await service.call('downloadDocument', { path: { id: body.id } })).bytes).toEqual(BYTES);
  });

  test('has no way back, and says so', async () => {
    const { id } = (await upload({ type: 'CMR' })).body;
    expect((await patch(id, 'ACTIVE')).body).toMatchObject({ status: 'ACTIVE', version: 1 });
    await patch(id, 'ARCHIVED');
    const refusal = await service.refusal('updateDocument', { path: { id }, body: { status: 'ACTIVE' } });
    expect(refusal).toMatchObject({
      status: 409,
      type: 'milestone-already-set',
      extensions: { documentStatus: 'ARCHIVED' },
    });
    expect(refusal.detail).toContain(id);
  });

  test('of what somebody else has changed is 409 with the document as it is', async () => {
    const { body } = await upload({ type: 'CMR' });
    expect((await patch(body.id, 'ARCHIVED', { ifMatch: '"1"' })).status).toBe(200);
    const ask = { path: { id: body.id }, body: { status: 'ARCHIVED' }, ifMatch: '"1"' };
    expect(await service.refusal('updateDocument', ask)).toMatchObject({
      status: 409,
      type: 'version-mismatch',
      currentResource: { id: body.id, version: 2, status: 'ARCHIVED' },
    });
  });
});

describe('documents of a buyer', () => {
  let buyerId: string;
  beforeEach(async () => {
    ({ buyerId } = (await service.call('getOrder', { path: { uuid: order } })).body);
  });
  const ofBuyer = (): Promise<Told> =>
    service.call('uploadBuyerDocument', {
      path: { buyerId },
      body: { type: 'IDENTITY_DOCUMENT' },
      files: [filePart({ bytes: BYTES })],
    });

  test('are its own, and no order’s', async () => {
    const { status, body } = await ofBuyer();
    expect([status, body.buyerUuid, body.type]).toEqual([201, buyerId, 'IDENTITY_DOCUMENT']);
    expect(Object.keys(body)).not.toContain('orderUuid');
    expect(idsOf(await service.call('listBuyerDocuments', { path: { buyerId } }))).toEqual([body.id]);
    expect(idsOf(await service.call('listOrderDocuments', { path: { uuid: order } }))).toEqual([]);
    expect((await patch(body.id, 'ARCHIVED')).body.status).toBe('ARCHIVED');
    for (const id of ['uploadBuyerDocument', 'listBuyerDocuments'] as const)
      expect(
        (await service.refusal(id, { path: { buyerId }, seller: OTHER_SELLER, files: [filePart()], body: {} })).status,
      ).toBe(404);
  });

  test('are downloaded with the capability only; those of orders without', async () => {
    const { id } = (await ofBuyer()).body;
    const cmr = (await upload({ type: 'CMR' })).body.id;
    for (const capabilities of [{}, { allowKycDocumentDownload: false }]) {
      const organization = { ...ORGANIZATION, capabilities };
      expect(await service.refusal('downloadDocument', { path: { id }, organization })).toMatchObject({
        status: 403,
        type: 'capability-required',
        extensions: { capability: 'allowKycDocumentDownload' },
      });
      expect((await service.call('downloadDocument', { path: { id: cmr }, organization })).bytes).toEqual(BYTES);
      expect((await service.call('getDocument', { path: { id }, organization })).status).toBe(200);
    }
    expect((await service.call('downloadDocument', { path: { id } })).bytes).toEqual(BYTES);
  });
});

test('a document is kept by its id, and found by the one whom it belongs to', () => {
  const ofOrder = sampleDocument('CMR', { orderUuid: 'an order' });
  const { orderUuid: _order, ...ofNobody } = sampleDocument('IDENTITY_DOCUMENT');
  expect(documents.idOf(ofOrder)).toBe(ofOrder.id);
  expect(documents.keysOf(ofOrder)).toEqual([{ name: 'order', text: 'an order' }]);
  expect(documents.keysOf({ ...ofNobody, buyerUuid: 'a buyer' })).toEqual([{ name: 'buyer', text: 'a buyer' }]);
});

test('whoever is not authorized for its seller has no document', async () => {
  const { id } = (await upload({ type: 'CMR' })).body;
  const organization = { ...ORGANIZATION, sellers: [{ uuid: STRANGER }] };
  for (const operation of ['getDocument', 'updateDocument', 'downloadDocument'] as const) {
    const body = { status: 'ARCHIVED' };
    const refusal = await service.refusal(operation, { path: { id }, body, organization });
    expect(refusal).toMatchObject({
      status: 403,
      type: 'forbidden',
      detail: expect.stringContaining(String(id)),
    });
    expect(await service.refusal(operation, { path: { id: UNKNOWN }, body })).toMatchObject({
      status: 404,
      detail: `Document ${UNKNOWN} does not exist.`,
    });
  }
});

describe('the Export File', () => {
  const exportFile = async (): Promise<string> => {
    await steps.takeToTheRoad(order);
    await steps.arrive(order);
    return String((await service.call('getExportFile', { path: { uuid: order } })).body.documentId);
  };

  test('is drawn when somebody looks: the size and the digest are those of its bytes, also in the list', async () => {
    const id = await exportFile();
    const list = (await service.call('listOrderDocuments', { path: { uuid: order } })).body.data;
    const shown = (await service.call('getDocument', { path: { id } })).body;
    expect(list.at(-1)).toEqual(shown);
    const { bytes = Buffer.alloc(0) } = await service.call('downloadDocument', { path: { id } });
    expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-');
    expect([shown.size, shown.sha256]).toEqual([bytes.byteLength, createHash('sha256').update(bytes).digest('hex')]);
  });

  test('is the same bytes whether it is read or described first', async () => {
    const id = await exportFile();
    const { bytes = Buffer.alloc(0) } = await service.call('downloadDocument', { path: { id } });
    const { sha256 } = (await service.call('getDocument', { path: { id } })).body;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  test('that is set aside already stays as it is when another one takes its place', async () => {
    const id = await exportFile();
    await patch(id, 'ARCHIVED');
    await upload({ type: 'CMR' });
    expect((await service.call('getExportFile', { path: { uuid: order } })).body).toMatchObject({ version: 2 });
    expect((await service.call('getDocument', { path: { id } })).body).toMatchObject({
      status: 'ARCHIVED',
      version: 2,
    });
  });

  test('is archived without being looked at before', async () => {
    const id = await exportFile();
    const { body } = await patch(id, 'ARCHIVED');
    expect(body).toMatchObject({ type: 'EXPORT_FILE', status: 'ARCHIVED', version: 2, size: expect.any(Number) });
    const { bytes } = await service.call('downloadDocument', { path: { id } });
    expect(bytes?.byteLength).toBe(body.size);
  });
});
