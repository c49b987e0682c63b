import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type OpenedMock, openMock } from '../create-mock.ts';
import { digestOf } from '../edges/admin/make-capsule.ts';
import type { StateDocument } from '../edges/admin/state-document.ts';
import { packageVersion } from '../edges/files/package-files.ts';
import {
  type Capsule,
  type CapsuleAnswer,
  type CapsuleCall,
  type CapsuleControl,
  type CapsuleRequest,
  fromCapsuleBody,
  toCapsuleBody,
} from '../engine/capsule/capsule.ts';
import { type AnswerDifference, compareAnswers } from '../engine/capsule/compare-answers.ts';
import { createMask } from '../engine/capsule/mask.ts';
import type { Post } from '../engine/webhooks/sender.ts';
import type { ApiRequest, Reply } from '../kernel/http.ts';
import type { Json } from '../kernel/json.ts';
import { type RecordedIds, createRecordedIds } from './recorded-ids.ts';

export interface ReplayReport {
  readonly played: number;
  readonly skipped: readonly { readonly number: number; readonly request: string; readonly reason: string }[];
  /** What may explain a difference. */
  readonly remarks: readonly string[];
  /** The first one; undefined when every answer was the same. */
  readonly difference:
    { readonly number: number; readonly request: string; readonly found: AnswerDifference } | undefined;
}

/** A capsule that cannot be played. */
export class CapsuleError extends Error {
  override readonly name = 'CapsuleError';
}

const OPERATOR = 'the-operator-of-this-replay';

/** What stands in the organizations file: nobody but the replay asks for tokens there. */
const SECRET = 'no-secret-of-anybody';

/** Imports the beginning of a capsule into a server of its own, asks again what was asked, and compares the answers. */
export const replayCapsule = async (capsule: Capsule): Promise<ReplayReport> => {
  if (!capsule.replay.possible) throw new CapsuleError(`This capsule cannot be played again. ${capsule.replay.reason}`);
  if (capsule.start === null) throw new CapsuleError('This capsule does not hold the state that it began with.');
  const folder = await mkdtemp(path.join(tmpdir(), 'vatmock-capsule-'));
  const clock = createReplayClock();
  const ids = createRecordedIds();
  const opened = await openServer(capsule, { folder, clock, ids }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  try {
    return await play(capsule, opened, { clock, ids });
  } finally {
    await opened.mock.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The machine's clock of the replay: it stands where the machine's stood at each call. */
interface ReplayClock {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly set: (instant: number) => void;
}

const createReplayClock = (): ReplayClock => {
  let instant = 0;
  let readings = 0;
  return {
    now: () => instant,
    elapsed: () => ++readings,
    set: (to) => {
      instant = to;
    },
  };
};

interface Tools {
  readonly folder: string;
  readonly clock: ReplayClock;
  readonly ids: RecordedIds;
}

const openServer = async (capsule: Capsule, { folder, clock, ids }: Tools): Promise<OpenedMock> => {
  const { organization, settings, origin, scenarios } = capsule;
  const start = capsule.start as unknown as StateDocument;
  clock.set(Date.parse(start.clock.now));
  const clients = organization.clients.map((clientId) => ({ clientId, clientSecret: SECRET, enabled: true }));
  const organizations = path.join(folder, 'organizations.yaml');
  await writeFile(organizations, JSON.stringify({ organizations: [{ ...organization, clients }] }));
  const own = path.join(folder, 'scenarios');
  await mkdir(own);
  for (const { file } of scenarios) {
    if (file === null) continue;
    const { scenario } = file as unknown as { readonly scenario: string };
    await writeFile(path.join(own, `${path.basename(scenario)}.yaml`), JSON.stringify(file));
  }
  return openMock(
    {
      ...pickSettings(settings),
      organizations,
      scenarios: own,
      delays: 'skip',
      maxStateBytes: 256 * 1_048_576,
      adminToken: OPERATOR,
      clock,
    },
    { exchangeIds: ids.random, origin, taker: toTaker(capsule) },
  );
};

const NUMBERS = ['maxBodyBytes', 'maxUploadBytes', 'sandboxDocuments', 'sandboxBytes'] as const;
const TEXTS = ['seed', 'webhookAllow'] as const;

const pickSettings = (settings: Capsule['settings']): Record<string, never> => {
  const picked: Record<string, unknown> = {};
  for (const name of NUMBERS) if (typeof settings[name] === 'number') picked[name] = settings[name];
  for (const name of TEXTS) if (typeof settings[name] === 'string') picked[name] = settings[name];
  if (settings['webhookEgress'] === 'public-only') picked['webhookEgress'] = 'public-only';
  return picked as Record<string, never>;
};

/** Nothing leaves the machine: each attempt comes to what the capsule says that it came to. */
const toTaker = ({ state }: Capsule) => {
  const { collections } = state as unknown as StateDocument;
  const deliveries = collections['webhook-deliveries']?.documents ?? [];
  const triesOf = new Map(
    deliveries.map(({ id, value }) => [id, (value as { readonly tries?: readonly object[] }).tries ?? []]),
  );
  return {
    takes: () => true,
    send: ({ delivery }: Post) => {
      const made = triesOf.get(delivery?.id ?? '')?.[(delivery?.attempt ?? 1) - 1];
      const { at: _at, ...outcome } = (made ?? { failure: 'connect_failed' }) as { readonly at?: number };
      return Promise.resolve(outcome);
    },
  };
};

const play = async (
  capsule: Capsule,
  { mock, handle, place }: OpenedMock,
  { clock, ids }: Pick<Tools, 'clock' | 'ids'>,
): Promise<ReplayReport> => {
  const { organization, calls } = capsule;
  const { sandbox } = organization;
  const mask = createMask(sandbox);
  // Stand-ins of the beginning stay as they are; those of links that are made now are learnt as they appear.
  mask.value(capsule.start);
  const start = capsule.start as unknown as StateDocument;
  await place({ ...organization, clients: [] } as unknown as Parameters<typeof place>[0], {
    ...start,
    clock: { now: start.clock.now, frozen: true },
  });
  const skipped: { number: number; request: string; reason: string }[] = [];
  let played = 0;

  const goTo = async ({ at, wallAt }: CapsuleCall): Promise<void> => {
    clock.set(wallAt);
    for (;;) {
      if (at <= (await mock.clock.now(sandbox)).getTime()) return;
      if ((await mock.clock.advance({ to: new Date(at).toISOString() }, sandbox)).complete) return;
    }
  };

  const ask = async (call: CapsuleRequest): Promise<CapsuleAnswer> => {
    // A link that the request was the first to name has used up a stand-in.
    mask.text(call.path);
    if (call.body !== null) mask.body(call.body);
    ids.next(call.id, call.traceId);
    const token = call.client === null ? undefined : await mock.token(call.client);
    return toAnswer(await handle(toRequest(call, mask.unmask, token)));
  };

  for (const [index, call] of calls.entries()) {
    const number = index + 1;
    if (call.kind === 'control') {
      await goTo(call);
      await steer(handle, call, sandbox, mask.unmask);
    } else if (call.skipped !== null) skipped.push({ number, request: lineOf(call), reason: call.skipped });
    else {
      await goTo(call);
      const actual = maskAnswer(await ask(call), mask);
      played++;
      const found = compareAnswers(call.answer, actual);
      if (found !== undefined)
        return {
          played,
          skipped,
          remarks: remarksOf(capsule, mock),
          difference: { number, request: lineOf(call), found },
        };
    }
    await mock.idle();
  }
  return { played, skipped, remarks: remarksOf(capsule, mock), difference: undefined };
};

const lineOf = ({ method, path: at, query }: CapsuleRequest): string =>
  `${method} ${at}${query === '' ? '' : `?${query}`}`;

const remarksOf = (
  { replay, vatmock, description }: Capsule,
  { contract }: Pick<OpenedMock['mock'], 'contract'>,
): readonly string[] => [
  ...(replay.possible ? replay.remarks : []),
  ...(vatmock === packageVersion() ? [] : [`It was made by vatmock ${vatmock}; this is ${packageVersion()}.`]),
  ...(description === digestOf(contract) ? [] : ['The description has changed since it was made.']),
];

const toRequest = (call: CapsuleRequest, unmask: (text: string) => string, token: string | undefined): ApiRequest => {
  const pairs: (readonly [string, string])[] = call.headers.map(([name, value]) => [name, unmask(value)]);
  if (token !== undefined) pairs.push(['authorization', `Bearer ${token}`]);
  const linesOf = (name: string): string[] =>
    pairs.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  const bytes = call.body === null ? new Uint8Array(0) : fromBody(call.body, unmask);
  let read: Uint8Array | undefined;
  return {
    method: call.method,
    path: unmask(call.path),
    query: unmask(call.query),
    origin: call.origin,
    header: (name) => {
      const lines = linesOf(name);
      return lines.length === 0 ? undefined : lines.join(', ');
    },
    headerLines: linesOf,
    readBody: () => Promise.resolve((read = bytes)),
    rawHeaders: pairs.flat(),
    bodyRead: () => read,
  };
};

const fromBody = (body: NonNullable<CapsuleRequest['body']>, unmask: (text: string) => string): Uint8Array =>
  body.text === undefined ? fromCapsuleBody(body) : Buffer.from(unmask(body.text), 'utf8');

const toAnswer = ({ status, headers, content }: Reply): CapsuleAnswer => ({
  status,
  headers: { ...headers, ...(content === undefined ? {} : { 'content-type': content.mediaType }) },
  body: content === undefined ? null : toCapsuleBody(content.body),
});

const maskAnswer = ({ status, headers, body }: CapsuleAnswer, mask: ReturnType<typeof createMask>): CapsuleAnswer => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask.text(value)])),
  body: body === null ? null : mask.body(body),
});

const steer = async (
  handle: OpenedMock['handle'],
  { method, path: at, body, mediaType }: CapsuleControl,
  sandbox: string,
  unmask: (text: string) => string,
): Promise<void> => {
  const bytes = Buffer.from(unmask(body ?? ''), 'utf8');
  const headers: Record<string, string> = { authorization: `Bearer ${OPERATOR}`, 'content-type': mediaType };
  if (body === null) delete headers['content-type'];
  const reply = await handle({
    method,
    path: `/__admin${at}`,
    query: `sandbox=${encodeURIComponent(sandbox)}`,
    origin: 'http://127.0.0.1',
    header: (name) => headers[name],
    headerLines: (name) => (headers[name] === undefined ? [] : [headers[name]]),
    readBody: () => Promise.resolve(bytes),
    bodyRead: () => bytes,
  });
  if (reply.status >= 300)
    throw new CapsuleError(
      `${method} /__admin${at} succeeded when the capsule was recorded, and now answers ${String(reply.status)}: ${String(reply.content?.body)}`,
    );
};

/** Text of a file as a capsule. */
export const readCapsule = (value: Json, file: string): Capsule => {
  const capsule = value as unknown as Partial<Capsule> | null;
  if (typeof capsule !== 'object' || capsule?.format !== 'vatmock-capsule')
    throw new CapsuleError(`${file} is no capsule: export one with "vatmock capsule --out ${file}".`);
  if (capsule.version !== 1)
    throw new CapsuleError(`${file} is a capsule of version ${String(capsule.version)}; this program reads version 1.`);
  return capsule as Capsule;
};
