import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { events } from '../../../src/engine/sandbox/event.ts';
import type { EmittedEvent } from '../../../src/engine/message/message.ts';
import type { Reading, UnitOfWork } from '../../../src/engine/sandbox/unit-of-work.ts';
import type { FiredJob } from '../../../src/engine/sandbox/sandbox.ts';
import { createSandboxes } from '../../../src/engine/sandbox/sandboxes.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { type BuyerRecord, buyers, openBuyer } from '../../../src/vat/buyers/buyer.ts';
import { reassessOrder } from '../../../src/vat/compliance/settle-order.ts';
import { documents } from '../../../src/vat/documents/document.ts';
import { jobHandlers } from '../../../src/vat/behaviours.ts';
import { type OrderRecord, orders } from '../../../src/vat/orders/order.ts';
import { startCheck } from '../../../src/vat/vies/run-check.ts';
import { SELLER, sampleDocument, sampleOrderRecord } from '../../support/sample-records.ts';
import { createTestClock } from '../../support/test-clock.ts';

export const SECOND = 1000;
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A sandbox without a server: what the control API will be able to do, before there are paths for it. */
export interface World {
  readonly transact: <T>(work: (unit: UnitOfWork) => T | Promise<T>) => Promise<T>;
  /** Moves the clock; every job runs at its own instant. */
  readonly pass: (milliseconds: number) => Promise<readonly FiredJob[]>;
  readonly createBuyer: (vatNumber: string, change?: Partial<BuyerRecord>) => Promise<BuyerRecord>;
  /** An order of the buyer with nothing missing, on the road. */
  readonly takeToTheRoad: (buyer: BuyerRecord, change?: Partial<OrderRecord>) => Promise<string>;
  readonly buyer: (uuid: string) => Promise<BuyerRecord>;
  readonly order: (uuid: string) => Promise<OrderRecord>;
  /** Everything that was emitted, oldest first. */
  readonly events: () => Promise<readonly EmittedEvent[]>;
  /** Of everything that was kept of a kind. */
  readonly count: (collection: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export const openWorld = async (): Promise<World> => {
  const failures: unknown[] = [];
  const sandboxes = createSandboxes({
    createScratch: createMemoryStore,
    store: createMemoryStore(),
    wall: createTestClock(),
    seed: 'test',
    quota: { documents: Infinity, bytes: Infinity },
    handlers: jobHandlers,
    after: () => ({ cancel: () => undefined }),
    observer: { failed: (error) => failures.push(error) },
    populate: () => Promise.resolve(),
  });
  const sandbox = await sandboxes.of({ sandbox: 'test', uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10' });
  const { transact, read } = sandbox;

  const present = async <T>(load: (reading: Reading) => T | undefined): Promise<T> => {
    const value = await read(load);
    if (value === undefined) throw new Error('not kept');
    return value;
  };
  const all = (name: string) =>
    read((reading) => reading.page({ name, idOf: () => '', keysOf: () => [] }, { page: 0, size: 10_000 }));

  return {
    transact,
    pass: (milliseconds) => sandbox.advance(sandbox.clock.now() + milliseconds),
    createBuyer: (vatNumber, change = {}) =>
      transact(async (work) => {
        const buyer = work.insert(buyers, ({ random }) => ({
          ...openBuyer(
            {
              vatNumber,
              companyName: 'Autohaus Beispiel GmbH',
              address: { street: 'Hafenstraße 3', postCode: '20457', city: 'Hamburg', country: 'DE' },
              kycMode: 'MARKETPLACE_LED',
            },
            { seller: SELLER, now: work.now, random },
          ),
          ...change,
        }));
        await startCheck(work, buyer);
        return buyer;
      }),
    takeToTheRoad: (buyer, change = {}) =>
      transact((work) => {
        const uuid = `a0b1c2d3-e4f5-4a6b-8c7d-${createRandom(buyer.uuid).uint32().toString(16).padStart(12, '0')}`;
        const order = sampleOrderRecord();
        const { totalAmount } = order;
        for (const type of ['INVOICE', 'PROOF_OF_PAYMENT', 'CMR', 'PICKUP_DECLARATION'] as const)
          work.insert(documents, () => sampleDocument(type, { orderUuid: uuid }));
        const onTheRoad: OrderRecord = {
          ...order,
          uuid,
          buyerId: buyer.uuid,
          status: 'TRANSPORT_IN_PROGRESS',
          vins: order.vins.map((vin) => ({ ...vin, pickup: { confirmedAt: '2026-11-19T08:00:00Z' } })),
          payments: [{ uuid, amount: totalAmount, paidAt: '2026-11-18T08:00:00Z', createdAt: 0 }],
          invoices: [
            {
              type: 'PRELIMINARY',
              invoiceDate: '2026-11-02',
              invoiceNumber: 'R-1',
              vatIncluded: false,
              amount: totalAmount,
              marginScheme: false,
              status: 'SUBMITTED',
              version: 1,
              updatedAt: 0,
            },
          ],
          ...change,
        };
        work.insert(orders, () => onTheRoad);
        reassessOrder(work, uuid);
        return uuid;
      }),
    buyer: (uuid) => present((reading) => reading.get(buyers, uuid)),
    order: (uuid) => present((reading) => reading.get(orders, uuid)),
    events: async () => (await all(events.name)).values as EmittedEvent[],
    count: async (collection) => (await all(collection)).total,
    close: async () => {
      await sandboxes.close();
      if (failures.length > 0) throw new Error(`jobs failed: ${failures.map(String).join('; ')}`);
    },
  };
};
