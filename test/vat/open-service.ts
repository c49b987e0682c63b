import { createMemoryStore } from '../../src/edges/stores/create-store.ts';
import { NOTHING_ASSUMED } from '../../src/engine/assumptions/register.ts';
import { events } from '../../src/engine/sandbox/event.ts';
import type { EmittedEvent, FilePart } from '../../src/engine/message/message.ts';
import type { CallerOrganization } from '../../src/engine/ports/ports.ts';
import type { UnitOfWork } from '../../src/engine/sandbox/unit-of-work.ts';
import { createSandboxClock } from '../../src/engine/sandbox/sandbox-clock.ts';
import type { Sandbox } from '../../src/engine/sandbox/sandbox.ts';
import { createSandbox } from '../../src/engine/sandbox/create-sandbox.ts';
import type { Choice } from '../../src/generated/assumption-choices.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import type { OperationId } from '../../src/vat/api/behaviour.ts';
import { createBehaviours, jobHandlers } from '../../src/vat/behaviours.ts';
import type { WebhookBehaviourParts } from '../../src/vat/webhook-endpoints/endpoints.ts';
import { SELLER, VIN } from '../support/sample-records.ts';
import { specFile } from '../support/spec-files.ts';
import { createTestClock } from '../support/test-clock.ts';

export const OTHER_SELLER = '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f';

export const ORGANIZATION: CallerOrganization = {
  uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
  sandbox: 'demo',
  rateLimitTier: 'STANDARD',
  dpaAccepted: true,
  capabilities: { allowMarketplaceLedKyc: true, allowMultiVinOrders: true, allowKycDocumentDownload: true },
  sellers: [{ uuid: SELLER, companyName: 'Sample Cars B.V.', vatNumber: 'NL114933108B01' }, { uuid: OTHER_SELLER }],
  administratorEmail: 'admin@example.com',
};

interface Ask {
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly files?: readonly FilePart[];
  /** The seller of the path; the first one when left out. */
  readonly seller?: string;
}

export interface Told {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** The operations in a sandbox, without a server around them: what is asked is valid, and goes straight to them. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly call: (id: OperationId, ask?: Ask) => Promise<Told>;
  readonly assume: (...choices: readonly Choice[]) => void;
  /** Moves the clock; every job runs at its own instant. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** Everything that was emitted, oldest first. */
  readonly events: () => Promise<readonly EmittedEvent[]>;
  readonly stop: () => Promise<void>;
}

const contract = await loadContract(specFile('openapi.yaml'), { trusted: true });

const WEBHOOKS: WebhookBehaviourParts = { refusalOf: () => undefined, drawSecret: () => 'secret' };

export const openService = (webhooks: Partial<WebhookBehaviourParts> = {}): Service => {
  const behaviours = createBehaviours({ ...WEBHOOKS, ...webhooks });
  const store = createMemoryStore();
  const failures: unknown[] = [];
  const sandbox = createSandbox({
    id: 'demo',
    organization: ORGANIZATION.uuid,
    seed: 'test',
    clock: createSandboxClock(createTestClock(), { kind: 'running', offset: 0 }),
    store,
    quota: { documents: 10_000, bytes: 10_000_000 },
    handlers: jobHandlers,
    after: () => ({ cancel: () => undefined }),
    observer: { failed: (error) => failures.push(error) },
  });

  const call: Service['call'] = async (id, ask = {}) => {
    const behaviour = behaviours[id];
    if (behaviour?.transactional !== true) throw new Error(`${id} is not answered from state`);
    const { path = {}, body, files, seller = SELLER } = ask;
    const exchange = {
      input: { body, parameters: { path, query: {}, header: {}, cookie: {} } },
      body: files === undefined ? { kind: 'none' } : { kind: 'form', files },
      caller: { clientId: 'test', organization: ORGANIZATION },
      partner: seller,
      request: { origin: 'https://stub.example', header: () => undefined },
    } as never;
    const outcome =
      contract.operations.find((operation) => operation.id === id)?.method === 'GET'
        ? await sandbox.read((work) => behaviour.run({ exchange, sandbox, work: work as UnitOfWork }))
        : await sandbox.transact((work) => behaviour.run({ exchange, sandbox, work }));
    if (outcome === undefined) throw new Error(`${id} leaves its answer to others`);
    const { status, body: shown } = outcome;
    return { status, body: typeof shown === 'function' ? await (shown as () => Promise<unknown>)() : shown };
  };

  return {
    sandbox,
    call,
    assume: (...choices) => {
      sandbox.assumed = { ...NOTHING_ASSUMED, has: (choice) => choices.includes(choice) };
    },
    pass: async (milliseconds) => {
      await sandbox.advance(sandbox.clock.now() + milliseconds);
    },
    now: () => sandbox.clock.now(),
    events: async () => (await sandbox.read((work) => work.page(events, { page: 0, size: 10_000 }))).values,
    stop: async () => {
      await store.close();
      if (failures.length > 0) throw new Error(`jobs failed: ${failures.map(String).join('; ')}`);
    },
  };
};

const eur = (value: number) => ({ value, currency: 'EUR' });

export const isoOf = (instant: number): string => new Date(instant).toISOString();

const buyerBody = (change: object = {}) => ({
  vatNumber: 'DE100',
  companyName: 'Autohaus Beispiel GmbH',
  address: { street: 'Hafenstraße 3', postCode: '20457', city: 'Hamburg', country: 'DE' },
  kycMode: 'MARKETPLACE_LED',
  ...change,
});

const vehicle = () => ({
  vin: VIN,
  brand: 'Volkswagen',
  model: 'Golf',
  mileage: 64_000,
  firstRegistrationDate: '2021-04-01',
  purchaseAmount: eur(1_250_000),
});

const orderBody = (buyerId: string, change: object = {}) => ({
  externalOrderId: 'ORD-1',
  buyerId,
  purchaseDate: '2026-11-02',
  vins: [vehicle()],
  totalAmount: eur(1_250_000),
  ...change,
});

const invoiceBody = (change: object = {}) => ({
  invoiceDate: '2026-11-03',
  invoiceNumber: 'R-1',
  vatIncluded: false,
  amount: eur(1_250_000),
  marginScheme: false,
  ...change,
});

const filePart = (change: Partial<FilePart> = {}): FilePart => ({
  field: 'file',
  fileName: 'paper.pdf',
  mediaType: 'application/pdf',
  bytes: Buffer.from('%PDF-1.4'),
  ...change,
});

/** The steps of the workflow, each as one call. */
export const createSteps = ({ call, pass, now }: Service) => {
  const steps = {
    buyer: async (change: object = {}): Promise<string> => {
      const { body } = await call('upsertBuyer', { body: buyerBody(change) });
      await pass(10_000);
      return String(body.uuid);
    },
    order: async (buyerId: string, change: object = {}): Promise<string> =>
      String((await call('createOrder', { body: orderBody(buyerId, change) })).body.uuid),
    invoice: (uuid: string, change: object = {}) =>
      call('submitInvoice', { path: { uuid }, body: invoiceBody(change) }),
    pay: (uuid: string, change: object = {}) =>
      call('submitPayment', {
        path: { uuid },
        body: { amount: eur(1_250_000), paidAt: '2026-11-18T08:00:00Z', ...change },
      }),
    upload: (uuid: string, type: string, change: object = {}, file: object = {}) =>
      call('uploadOrderDocument', { path: { uuid }, body: { type, ...change }, files: [{ ...filePart(), ...file }] }),
    pickUp: (orderUuid: string, change: object = {}) =>
      call('confirmPickup', { body: { orderUuid, pickedUpAt: isoOf(now()), ...change } }),
    deliver: (orderUuid: string, change: object = {}) =>
      call('confirmDelivery', { body: { orderUuid, deliveredAt: isoOf(now()), ...change } }),
    /** Everything that a vehicle on the road needs. */
    takeToTheRoad: async (uuid: string): Promise<void> => {
      await steps.invoice(uuid);
      await steps.upload(uuid, 'INVOICE');
      await steps.pay(uuid);
      for (const type of ['PROOF_OF_PAYMENT', 'CMR', 'PICKUP_DECLARATION']) await steps.upload(uuid, type);
      await steps.pickUp(uuid);
    },
    /** And what leads to the verdict. */
    arrive: async (uuid: string, change: object = {}): Promise<void> => {
      await steps.invoice(uuid, { type: 'FINAL', invoiceNumber: 'F-1', ...change });
      await steps.upload(uuid, 'INVOICE');
      await steps.upload(uuid, 'DELIVERY_DECLARATION');
      await steps.deliver(uuid);
    },
  };
  return steps;
};
