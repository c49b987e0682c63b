import { createMemoryStore } from '../../src/edges/stores/create-store.ts';
import { events } from '../../src/engine/sandbox/event.ts';
import type { EmittedEvent } from '../../src/engine/message/message.ts';
import type { CallerOrganization } from '../../src/engine/ports/ports.ts';
import type { UnitOfWork } from '../../src/engine/sandbox/unit-of-work.ts';
import { createSandboxClock } from '../../src/engine/sandbox/sandbox-clock.ts';
import type { Sandbox } from '../../src/engine/sandbox/sandbox.ts';
import { createSandbox } from '../../src/engine/sandbox/create-sandbox.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import type { OperationId } from '../../src/vat/api/behaviour.ts';
import { createBehaviours, jobHandlers } from '../../src/vat/behaviours.ts';
import type { WebhookBehaviourParts } from '../../src/vat/webhook-endpoints/endpoints.ts';
import { SELLER } from '../support/sample-records.ts';
import { specFile } from '../support/spec-files.ts';
import { createTestClock } from '../support/test-clock.ts';
import { bareSandbox } from '../support/sandbox-parts.ts';

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
  /** The seller of the path; the first one when left out. */
  readonly seller?: string;
}

/** The operations in a sandbox, without a server around them: what is asked is valid, and goes straight to them. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly call: (id: OperationId, ask?: Ask) => Promise<{ readonly body: ReturnType<typeof JSON.parse> }>;
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
    ...bareSandbox(),
    organization: ORGANIZATION.uuid,
    clock: createSandboxClock(createTestClock(), { kind: 'running', offset: 0 }),
    store,
    handlers: jobHandlers,
    observer: { failed: (error) => failures.push(error) },
  });

  const call: Service['call'] = async (id, ask = {}) => {
    const behaviour = behaviours[id];
    if (behaviour?.transactional !== true) throw new Error(`${id} is not answered from state`);
    const { path = {}, body, seller = SELLER } = ask;
    const exchange = {
      input: { body, parameters: { path, query: {}, header: {}, cookie: {} } },
      body: { kind: 'none' },
      caller: { clientId: 'test', organization: ORGANIZATION },
      partner: seller,
      request: { origin: 'https://stub.example', header: () => undefined },
    } as never;
    const outcome =
      contract.operations.find((operation) => operation.id === id)?.method === 'GET'
        ? await sandbox.read((work) => behaviour.run({ exchange, sandbox, work: work as UnitOfWork }))
        : await sandbox.transact((work) => behaviour.run({ exchange, sandbox, work }));
    if (outcome === undefined) throw new Error(`${id} leaves its answer to others`);
    return { body: outcome.body };
  };

  return {
    sandbox,
    call,
    events: async () => (await sandbox.read((work) => work.page(events, { page: 0, size: 10_000 }))).values,
    stop: async () => {
      await store.close();
      if (failures.length > 0) throw new Error(`jobs failed: ${failures.map(String).join('; ')}`);
    },
  };
};
