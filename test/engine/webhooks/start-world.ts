import { AUDIENCE } from '../../../src/vat/policy/authorize.ts';
import {
  announcements,
  concernedEndpoint,
  createWebhookBehaviours,
} from '../../../src/vat/webhook-endpoints/endpoints.ts';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { createSqliteStore } from '../../../src/edges/stores/sqlite-store.ts';
import { after } from '../../../src/edges/system/time.ts';
import { loadSignatureProfile } from '../../../src/edges/webhooks/load-signature-profile.ts';
import { createHostResolver } from '../../../src/edges/webhooks/resolve-host.ts';
import { createSender } from '../../../src/edges/webhooks/undici-sender.ts';
import { assembleWebhooks } from '../../../src/control/webhooks/assemble-webhooks.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { newestMails } from '../../../src/engine/mail/mail.ts';
import type { Breach, CallerOrganization } from '../../../src/engine/ports/ports.ts';
import type { Sandbox } from '../../../src/engine/sandbox/sandbox.ts';
import { createSandbox } from '../../../src/engine/sandbox/create-sandbox.ts';
import { type ClockSetting, createSandboxClock } from '../../../src/engine/sandbox/sandbox-clock.ts';
import type { OutboundSlots } from '../../../src/engine/sandbox/outbound-task-runner.ts';
import type { Store } from '../../../src/engine/sandbox/store.ts';
import { createEgressGuard } from '../../../src/engine/webhooks/egress.ts';
import type { RulesInForce } from '../../../src/engine/webhooks/faults.ts';
import { type DeliveryRecord, deliveries, DELIVERY_POLICY, ofEndpoint } from '../../../src/engine/webhooks/delivery.ts';
import {
  type WebhookEndpointRecord,
  webhookEndpoints,
  drawWebhookSecret,
} from '../../../src/engine/webhooks/endpoint.ts';
import { toIsoDateTime } from '../../../src/kernel/clock.ts';
import type { After } from '../../../src/kernel/timers.ts';
import { type EventType, emit } from '../../../src/vat/api/behaviour.ts';
import { specFile } from '../../support/spec-files.ts';
import { type TestClock, createTestClock } from '../../support/test-clock.ts';
import { bareSandbox } from '../../support/sandbox-parts.ts';

const contract = await loadContract(specFile('openapi.yaml'), { trusted: true });

export const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
export const OTHER_SELLER = '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f';
const ORDER = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';

const organization: CallerOrganization = {
  uuid: '0b9c4c1e-6b7a-4d53-9b0e-2f4f6c1d7a10',
  sandbox: 'demo',
  rateLimitTier: 'STANDARD',
  dpaAccepted: true,
  capabilities: {},
  sellers: [{ uuid: SELLER }, { uuid: OTHER_SELLER }],
  administratorEmail: 'admin@demo.example',
};

type Behaviours = ReturnType<typeof createWebhookBehaviours>;
type Call<Id extends keyof Behaviours> = Omit<Parameters<Behaviours[Id]>[0], 'work' | 'sandbox' | 'organization'>;

export interface World {
  readonly sandbox: Sandbox;
  readonly wall: TestClock;
  /** Unexpected errors; a test that expects one empties the list. */
  readonly failures: unknown[];
  readonly breaches: Breach[];
  /** Calls an operation as the API would, without HTTP. */
  readonly call: <Id extends keyof Behaviours>(id: Id, request: Partial<Call<Id>>) => Promise<CallAnswer>;
  readonly register: (url: string, events: readonly string[], more?: object) => Promise<WebhookEndpointRecord>;
  readonly endpoint: (id: string) => Promise<WebhookEndpointRecord | undefined>;
  /** Oldest first. */
  readonly history: (endpointId: string) => Promise<readonly DeliveryRecord[]>;
  /** Lets an event happen that any webhook endpoint may hear of. */
  readonly happen: (type?: EventType, seller?: string, data?: object) => Promise<string>;
  /** Subjects of the e-mails that would have been sent. */
  readonly mails: () => Promise<readonly string[]>;
  /** Moves the clock by so many milliseconds, and lets happen what is due on the way. */
  readonly advance: (milliseconds: number) => ReturnType<Sandbox['advance']>;
  /** As when the process is killed: nothing more is written, and what was is what the next one finds. */
  readonly crash: () => Promise<World>;
  /** Fails when something unexpected happened. */
  readonly stop: () => Promise<void>;
}

interface CallAnswer {
  readonly status: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface WorldOptions {
  /** The signature is a profile by its name, or a file. */
  readonly settings?: { readonly signature?: string; readonly timeout?: number };
  readonly clock?: ClockSetting;
  readonly wall?: TestClock;
  /** Where it is kept beyond a crash: in a file, or in a store that outlives the crash. */
  readonly file?: string;
  readonly store?: Store;
  /** Shared between worlds, as between the sandboxes of a server. */
  readonly slots?: OutboundSlots;
  /** Name of the sandbox, `demo` by default. */
  readonly id?: string;
  /** When an attempt takes too long: in real time by default. */
  readonly timeouts?: After;
  /** What goes wrong with deliveries on purpose. */
  readonly rules?: readonly RulesInForce[];
}

/** One sandbox with everything about webhooks, real senders included, and without a server around it. */
export const startWorld = async (options: WorldOptions = {}): Promise<World> => {
  const { signature = 'stripe', timeout = 5000 } = options.settings ?? {};
  const wall = options.wall ?? createTestClock();
  const failures: unknown[] = [];
  const breaches: Breach[] = [];
  const observer = {
    failed: (error: unknown) => void failures.push(error),
    breached: (breach: Breach) => void breaches.push(breach),
  };
  const guard = createEgressGuard({ mode: 'local', allowed: [] });
  const webhooks = assembleWebhooks({
    contract,
    policy: DELIVERY_POLICY,
    events: { audience: AUDIENCE, concernedEndpoint, announce: announcements },
    observer,
    guard,
    drawSecret: drawWebhookSecret,
    sender: createSender({
      guard,
      resolve: createHostResolver({ clock: wall, after }),
      clock: wall,
      after: options.timeouts ?? after,
      timeout,
      tellsAll: true,
      isHosted: false,
    }),
    profile: await loadSignatureProfile(signature),
    wall,
    userAgent: 'vatmock/0',
    headersOf: () => Promise.resolve({}),
    rules: () => options.rules ?? [],
  });
  const store = options.store ?? (options.file === undefined ? createMemoryStore() : createSqliteStore(options.file));
  let isAlive = true;
  const guarded: Store = {
    ...store,
    transact: (id, work) => (isAlive ? store.transact(id, work) : Promise.reject(new Error('crashed'))),
    read: (id, work) => (isAlive ? store.read(id, work) : Promise.reject(new Error('crashed'))),
  };
  const sandbox = createSandbox({
    ...bareSandbox(),
    id: options.id ?? 'demo',
    organization: organization.uuid,
    seed: 'test/demo',
    clock: createSandboxClock(wall, options.clock ?? { kind: 'frozen', at: wall.now() }),
    store: guarded,
    handlers: webhooks.jobs,
    outboundTasks: webhooks.outboundTasks,
    slots: options.slots ?? webhooks.slots,
    fanOut: webhooks.fanOut,
    after,
    observer,
  });
  await sandbox.refresh();
  const behaviours = createWebhookBehaviours(webhooks);

  const world: World = {
    sandbox,
    wall,
    failures,
    breaches,
    call: async (id, request) => {
      await sandbox.catchUp();
      return sandbox.transact((work) =>
        (behaviours[id] as (request: unknown) => Promise<CallAnswer>)({
          path: {},
          query: {},
          checkVersion: () => undefined,
          ...request,
          organization,
          sandbox,
          work,
        }),
      );
    },
    register: async (url, events, more = {}) => {
      const { body } = await world.call('createWebhook', { body: { url, events: [...events], ...more } as never });
      return (await world.endpoint(body.id as string))!;
    },
    endpoint: (id) => sandbox.read((work) => work.get(webhookEndpoints, id)),
    history: (endpointId) => sandbox.read((work) => work.findAll(deliveries, ofEndpoint(endpointId))),
    happen: async (
      type = 'compliance.decision_made',
      seller = SELLER,
      data = { orderUuid: ORDER, decision: 'VALID_EXPORT' },
    ) => (await sandbox.transact((work) => emit(work, type, seller, data as never))).id,
    mails: async () => (await sandbox.read((work) => newestMails(work, 100))).map(({ subject }) => subject),
    advance: (milliseconds) => sandbox.advance(sandbox.clock.now() + milliseconds),
    crash: async () => {
      isAlive = false;
      await sandbox.close();
      if (options.store === undefined) await store.close();
      return startWorld({ ...options, wall, clock: sandbox.clock.setting() });
    },
    stop: async () => {
      await sandbox.finish(0);
      await sandbox.close();
      await store.close();
      if (failures.length > 0) throw new Error(`unexpected errors: ${failures.map(String).join('; ')}`);
      if (breaches.length > 0) throw new Error(`events broke their description: ${JSON.stringify(breaches)}`);
    },
  };
  return world;
};

/** `+64:35:05` after an instant, as the schedule writes it. */
export const offsetFrom = (start: number, instant: number): string => {
  const seconds = Math.round((instant - start) / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${String(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

export const iso = toIsoDateTime;
