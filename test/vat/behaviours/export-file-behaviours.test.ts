import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/register.ts';
import { buyers } from '../../../src/vat/buyers/buyer.ts';
import { orders } from '../../../src/vat/orders/order.ts';
import { drawPaper } from '../../../src/vat/papers/paper.ts';
import { archive, documents } from '../../../src/vat/documents/document.ts';
import { storeDrawing, prepareDrawing } from '../../../src/vat/documents/downloads.ts';
import { downloadUrlOf, exportFileFacts } from '../../../src/vat/export-file/export-file.ts';
import { Problem } from '../../../src/kernel/problem.ts';
import { problem } from '../../../src/engine/problems/problem.ts';
import type { UnitOfWork } from '../../../src/engine/sandbox/unit-of-work.ts';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { VIN, sampleDocument } from '../../support/sample-records.ts';
import { ORGANIZATION, type Service, UNKNOWN, createSteps, openService, vehicle } from '../open-service.ts';

let service: Service;
let steps: ReturnType<typeof createSteps>;
beforeEach(() => {
  service = openService();
  steps = createSteps(service);
});
afterEach(() => service.stop());

const judged = async (change: object = {}): Promise<string> => {
  const order = await steps.begin(change);
  await steps.takeToTheRoad(order);
  await steps.arrive(order);
  return order;
};
const read = async (uuid: string) =>
  (await service.call('getExportFile', { path: { uuid } })).body as Schemas['ExportFile'];

describe('with the verdict', () => {
  test.each([
    ['A/B: "1"', 'export-file-A_B_1_-v1.pdf'],
    ['Żółw_1.2-3', 'export-file-Żółw_1.2-3-v1.pdf'],
    ['x'.repeat(120), `export-file-${'x'.repeat(100)}-v1.pdf`],
  ])('its name follows the order id %s, as far as file systems take it', async (externalOrderId, fileName) => {
    const { documentId } = await read(await judged({ externalOrderId }));
    expect((await service.call('getDocument', { path: { id: documentId } })).body.fileName).toBe(fileName);
  });

  test('other rules of VAT leave their own reasons with it, the chosen ones none', async () => {
    const reasonsOf = async (order: string) => {
      const { documentId } = await read(order);
      return (await service.sandbox.read((work) => work.get(exportFileFacts, documentId)))?.reasons;
    };
    const buyer = await steps.buyer();
    const first = await steps.order(buyer);
    await steps.takeToTheRoad(first);
    await steps.arrive(first);
    expect(await reasonsOf(first)).toBeUndefined();
    service.assume('new-means-of-transport=taxed');
    const second = await steps.order(buyer, { externalOrderId: 'NEW', vins: [vehicle(VIN, { mileage: 10 })] });
    await steps.takeToTheRoad(second);
    await steps.arrive(second, { vatIncluded: true, amount: { value: 1_512_500, currency: 'EUR' } });
    expect(await reasonsOf(second)).toEqual([expect.stringContaining('assumed to be taxed')]);
    expect((await read(second)).decision).toBe('VAT_APPLICABLE');
  });
});

describe('what may be assumed of its event', () => {
  const eventOf = async (): Promise<unknown> => {
    await judged();
    return (await service.events()).at(-1)?.data;
  };

  test('the version of the order in the place of its own', async () => {
    service.assume('export-file-event-version=of-the-order');
    const { version } = (await eventOf()) as { version: number };
    const [{ uuid, version: ofOrder }] = (await service.call('findOrders', {})).body.data;
    expect(version).toBe(ofOrder);
    expect(version).toBeGreaterThan(1);
    expect((await read(uuid)).version).toBe(1);
  });
});

test('where the file is downloaded: below the version of the API, or as may be assumed', () => {
  expect(downloadUrlOf('d', { assumed: NOTHING_ASSUMED, publicPath: '' })).toBe('/v1/documents/d/download');
  expect(downloadUrlOf('d', { assumed: NOTHING_ASSUMED, publicPath: '/mock' })).toBe('/mock/v1/documents/d/download');
  const belowVersion = {
    ...NOTHING_ASSUMED,
    has: (choice: string) => choice === 'export-file-event-download-url=below-version',
  };
  expect(downloadUrlOf('d', { assumed: belowVersion, publicPath: '/mock' })).toBe('/documents/d/download');
});

describe('a drawing', () => {
  const drawn = Buffer.from('%PDF-drawn');
  const undrawn = sampleDocument('EXPORT_FILE', { digest: undefined });

  test('is kept once: whoever is later gets the first one', async () => {
    await service.sandbox.transact((work) => work.insert(documents, () => undrawn));
    const first = await service.sandbox.transact((work) => storeDrawing(work, undrawn.id, drawn));
    expect(first.digest.size).toBe(drawn.byteLength);
    const later = await service.sandbox.transact((work) => storeDrawing(work, undrawn.id, Buffer.from('another')));
    expect([Buffer.from(later.bytes), later.digest]).toEqual([drawn, first.digest]);
    const kept = await service.sandbox.read((work) => work.get(documents, undrawn.id));
    expect(kept).toEqual({ ...undrawn, digest: first.digest });
  });

  test('is answered without being kept where its document is gone, or the sandbox is full', async () => {
    const gone = await service.sandbox.transact((work) => storeDrawing(work, UNKNOWN, drawn));
    expect([gone.bytes, gone.digest.size]).toEqual([drawn, drawn.byteLength]);

    await service.sandbox.transact((work) => work.insert(documents, () => undrawn));
    const failing = (error: Error) =>
      service.sandbox.transact((work) => {
        const full = {
          get: work.get.bind(work),
          putContent: () => {
            throw error;
          },
        } as unknown as UnitOfWork;
        return storeDrawing(full, undrawn.id, drawn);
      });
    const full = await failing(new Problem({ type: 'about:blank', title: '', status: 507, detail: 'full' }));
    expect([full.bytes, full.digest.size]).toEqual([drawn, drawn.byteLength]);
    expect(await service.sandbox.read((work) => work.get(documents, undrawn.id))).toEqual(undrawn);
    for (const error of [new Error('disk'), problem('not-found', { detail: 'x' })])
      await expect(failing(error)).rejects.toBe(error);
  });

  test('shows the seller as its organization names it, and only by its identifier elsewhere', async () => {
    const uuid = await judged();
    const { documentId } = await read(uuid);
    const draw = async (organization: typeof ORGANIZATION | undefined): Promise<Uint8Array> => {
      const make = await service.sandbox.read((work) =>
        prepareDrawing(work, work.get(documents, documentId)!, organization),
      );
      return make();
    };
    const [named, again, nameless, unknown] = [
      await draw(ORGANIZATION),
      await draw(ORGANIZATION),
      await draw({ ...ORGANIZATION, sellers: ORGANIZATION.sellers.slice(1) }),
      await draw(undefined),
    ].map((bytes) => Buffer.from(bytes).toString('base64'));
    expect(again).toBe(named);
    expect(nameless).not.toBe(named);
    expect(unknown).toBe(nameless);
  });

  test('of a sample paper is about its order, or its buyer, as they are now', async () => {
    const uuid = await steps.begin();
    const order = await service.sandbox.read((work) => work.get(orders, uuid));
    const buyer = await service.sandbox.read((work) => work.get(buyers, order?.buyerId ?? ''));
    const [seller] = ORGANIZATION.sellers;
    const draw = async (document: Parameters<typeof prepareDrawing>[1]): Promise<string> => {
      const make = await service.sandbox.read((work) => prepareDrawing(work, document, ORGANIZATION));
      return Buffer.from(await make()).toString('base64');
    };
    const expected = async (facts: Parameters<typeof drawPaper>[0]): Promise<string> =>
      Buffer.from(await drawPaper(facts)).toString('base64');
    const invoice = sampleDocument('INVOICE', { orderUuid: uuid, digest: undefined });
    expect(await draw(invoice)).toBe(
      await expected({ document: invoice, seller: seller!, order: order!, buyer: buyer! }),
    );
    const { orderUuid: _order, ...passport } = sampleDocument('IDENTITY_DOCUMENT', {
      buyerUuid: buyer!.uuid,
      digest: undefined,
    });
    expect(await draw(passport)).toBe(await expected({ document: passport, seller: seller!, buyer: buyer! }));
  });

  test('of what nothing is kept about is a bug of ours', async () => {
    const prepare = (document: Parameters<typeof prepareDrawing>[1]) =>
      service.sandbox.read((work) => prepareDrawing(work, document, ORGANIZATION));
    const { orderUuid: _none, ...ofNobody } = sampleDocument('IDENTITY_DOCUMENT', { buyerUuid: UNKNOWN });
    await expect(prepare(ofNobody)).rejects.toThrow(`document ${ofNobody.id}`);
    await expect(prepare(undrawn)).rejects.toThrow(`Export File ${undrawn.id}`);
    const { orderUuid: _order, ...paper } = sampleDocument('IDENTITY_DOCUMENT', { digest: undefined });
    await expect(prepare(paper)).rejects.toThrow(`document ${paper.id}`);
    await expect(service.sandbox.transact((work) => archive(work, UNKNOWN))).rejects.toThrow(UNKNOWN);
  });
});
