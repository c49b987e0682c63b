import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OpenedMock, openMock } from '../../composition/create-mock.ts';
import type { MockOptions } from '../../composition/mock.ts';
import type { StateDocument } from '../../control/state/state-document.ts';
import type { Capsule } from '../../engine/capsule/capsule.ts';
import type { DeliveryRecord } from '../../engine/webhooks/delivery.ts';
import type { DeliveryInterceptor } from '../../engine/webhooks/sender.ts';
import type { RecordedAttempts } from '../../engine/webhooks/worker.ts';
import { USUAL_ORGANIZATION } from '../../identity/organization.ts';
import type { Random } from '../../kernel/random.ts';

/** The replay's operator token for its server. */
export const OPERATOR = 'the-operator-of-this-replay';

/** Secret of all clients in the replay, which is the only party that requests tokens. */
export const SECRET = 'no-secret-of-anybody';

export type ReplayServer = Awaited<ReturnType<typeof openReplayServer>>;

/** What serves an API that is not the bundled one. */
export type ServedDescription = Pick<MockOptions, 'spec' | 'overlay' | 'asyncapi' | 'behaviours'>;

/** A server for one replay, with the clock and the random source of the recording. */
export const openReplayServer = async (capsule: Capsule, start: StateDocument, served: ServedDescription) => {
  const { uuid, sandbox } = capsule.organization;
  const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-capsule-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const clock = createReplayClock();
  clock.set(Date.parse(start.clock.now));
  const ids = createRecordedIds();
  const { remarks, ...deliveries } = toDeliveries(capsule, start);
  const open = async (): Promise<OpenedMock> =>
    openMock(
      {
        ...pickSettings(capsule.settings),
        ...served,
        organizations: served.spec === undefined ? await writeOrganizations(folder, capsule) : undefined,
        scenarios: await writeScenarios(folder, capsule),
        delays: 'skip',
        maxStateBytes: 256 * 1_048_576,
        adminToken: OPERATOR,
        clock,
      },
      {
        exchangeIds: ids.random,
        origin: capsule.origin,
        organizations: [{ ...USUAL_ORGANIZATION, uuid, sandbox, ...ownClients(capsule) }],
        ...deliveries,
      },
    );
  const opened = await open().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    ...opened,
    clock,
    ids,
    remarks,
    close: async (): Promise<void> => {
      await opened.mock.close();
      await remove();
    },
  };
};

const ownClients = ({ organization }: Capsule) => ({
  clients: organization.clients.map((clientId) => ({ clientId, clientSecret: SECRET, enabled: true })),
});

const writeOrganizations = async (folder: string, capsule: Capsule): Promise<string> => {
  const file = path.join(folder, 'organizations.yaml');
  await writeFile(file, JSON.stringify({ organizations: [{ ...capsule.organization, ...ownClients(capsule) }] }));
  return file;
};

const writeScenarios = async (folder: string, { scenarios }: Capsule): Promise<string> => {
  const own = path.join(folder, 'scenarios');
  await mkdir(own);
  for (const { file } of scenarios) {
    if (file === null) continue;
    const { scenario } = file as unknown as { readonly scenario: string };
    await writeFile(path.join(own, `${path.basename(scenario)}.yaml`), JSON.stringify(file));
  }
  return own;
};

const NUMBERS = ['maxBodyBytes', 'maxUploadBytes', 'sandboxDocuments', 'sandboxBytes'] as const;
const TEXTS = ['seed', 'state', 'webhookAllow', 'assume'] as const;

/** Settings in a third-party file are untrusted: takes only those that affect responses, and only if well-formed. */
const pickSettings = (settings: Capsule['settings']): Record<string, never> => {
  const picked: Record<string, unknown> = {};
  for (const name of NUMBERS) if (typeof settings[name] === 'number') picked[name] = settings[name];
  for (const name of TEXTS) if (typeof settings[name] === 'string') picked[name] = settings[name];
  if (settings['webhookEgress'] === 'public-only') picked['webhookEgress'] = 'public-only';
  return picked as Record<string, never>;
};

/** Wall-clock time source of the replay: set to the recorded machine time of each call. */
const createReplayClock = () => {
  let instant = 0;
  let readings = 0;
  return {
    now: (): number => instant,
    elapsed: (): number => ++readings,
    set: (to: number): void => {
      instant = to;
    },
  };
};

/** Sends nothing: each attempt gets the outcome that the capsule records, at the same time. */
const toDeliveries = ({ state, clock }: Capsule, start: StateDocument) => {
  const { documents = [] } = (state as unknown as StateDocument).collections['webhook-deliveries'] ?? {};
  const triesOf = new Map(documents.map(({ id, value }) => [id, (value as Pick<DeliveryRecord, 'tries'>).tries]));
  const remarks = new Set<string>();
  const find: RecordedAttempts['find'] = (id, attempt) =>
    // What is not recorded came after the end.
    triesOf.has(id) ? (triesOf.get(id)?.[attempt - 1] ?? { at: Date.parse(clock.now) + 1 }) : undefined;
  const interceptor: DeliveryInterceptor = ({ delivery: { id = '', attempt = 1 } = {} }) => {
    if (!triesOf.has(id))
      remarks.add(
        'Deliveries that were deleted before the capsule was exported are not in it: in the replay they fail.',
      );
    const { at: _at, ...outcome } = find(id, attempt) ?? { at: 0, failure: 'connect_failed' };
    return () => Promise.resolve(outcome);
  };
  const withJitter = !(start.clock.frozen || clock.frozen);
  return { remarks, interceptor, attempts: { find, withJitter } };
};

/** A random source that returns the recorded ids, in their recorded order. */
const createRecordedIds = () => {
  let words: number[] = [];
  const uint32 = (): number => words.shift() ?? 0;
  const random: Random = {
    uint32,
    integer: (min, max) => min + Math.floor((uint32() / 0x1_0000_0000) * (max - min + 1)),
    split: () => random,
  };
  return {
    random,
    /** Sets the ids of the next exchange. */
    next: (id: string, traceId: string): void => {
      words = [...wordsOf(id), ...wordsOf(traceId)];
    },
  };
};

/** A 128-bit id as it is generated: four words of eight hexadecimal digits. */
const wordsOf = (text: string): number[] => {
  const digits = text.replaceAll('-', '').padEnd(32, '0');
  return [0, 8, 16, 24].map((from) => Number.parseInt(digits.slice(from, from + 8), 16));
};
