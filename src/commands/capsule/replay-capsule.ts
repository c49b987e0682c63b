import { digestOf } from '../../control/recordings/make-capsule.ts';
import type { StateDocument } from '../../control/state/state-document.ts';
import { packageVersion } from '../../edges/files/package-files.ts';
import type {
  Capsule,
  CapsuleAnswer,
  CapsuleCall,
  CapsuleControl,
  CapsuleRequest,
} from '../../engine/capsule/capsule.ts';
import { compareExactly } from '../../engine/capsule/compare-answers.ts';
import { type Mask, createMask } from '../../engine/capsule/mask.ts';
import type { Scrub } from '../../engine/journal/secrets.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';
import { fromBytesForm, toBytesForm } from '../../kernel/bytes-form.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';
import { madeRequest } from '../../kernel/made-request.ts';
import { isDifferent, type PlayedCall, toPlayed } from './played-call.ts';
import { CapsuleError } from './read-capsule.ts';
import { OPERATOR, type ReplayServer, SECRET, openReplayServer } from './replay-server.ts';

export interface ReplayReport {
  /** Up to the first that is answered otherwise. */
  readonly calls: readonly PlayedCall[];
  /** Possible reasons for a difference. */
  readonly remarks: readonly string[];
}

/**
 * Imports the initial state of a capsule into a new server, repeats the recorded requests and compares the responses.
 */
export const replayCapsule = async (capsule: Capsule): Promise<ReplayReport> => {
  if (!capsule.replay.possible) throw new CapsuleError(`This capsule cannot be replayed. ${capsule.replay.reason}`);
  if (capsule.start === null) throw new CapsuleError('This capsule does not contain its initial state.');
  const start = capsule.start as unknown as StateDocument;
  const server = await damagedIfFails('its beginning cannot be restored', () => openReplayServer(capsule, start));
  try {
    return await play(capsule, start, server);
  } finally {
    await server.close();
  }
};

/** A server writes none that fails: then somebody has edited it, or sent something else. */
const damagedIfFails = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CapsuleError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CapsuleError(`The capsule is damaged: ${what} (${reason}).`, { cause: error });
  }
};

const play = async (capsule: Capsule, start: StateDocument, server: ReplayServer): Promise<ReplayReport> => {
  const { mock, handle, place, clock, ids } = server;
  const { organization, calls } = capsule;
  const { sandbox } = organization;
  const mask = createMask(sandbox);
  // Placeholders of the initial state stay as they are; those of links created during the replay are learnt as they
  // appear.
  await damagedIfFails('its beginning cannot be restored', async () => {
    mask.value(capsule.start);
    await place({ ...organization, clients: [] } as unknown as Parameters<typeof place>[0], {
      ...start,
      clock: { now: start.clock.now, frozen: true },
    });
  });

  const goTo = async ({ at, wallAt }: CapsuleCall): Promise<void> => {
    clock.set(wallAt);
    for (;;) {
      if (at <= (await mock.clock.now(sandbox)).getTime()) return;
      if ((await mock.clock.advance({ to: new Date(at).toISOString() }, sandbox)).complete) return;
    }
  };

  const control = async (call: CapsuleControl): Promise<void> => {
    const reply = await handle(toRequest(toControlCall(call, sandbox), mask.unmask, OPERATOR));
    if (reply.status >= 300)
      throw new CapsuleError(
        `${call.method} /__admin${call.path} succeeded when the capsule was recorded, but now returns ${String(reply.status)}: ${String(reply.content?.body)}`,
      );
  };

  const ask = async (call: CapsuleRequest): Promise<Reply> => {
    if (call.path === TOKEN_PATH && call.client !== null) {
      const client = { client_id: call.client, client_secret: SECRET };
      const text = new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString();
      return handle(toRequest({ ...call, body: { text } }, mask.unmask));
    }
    // A link that first appears in the request has used up a placeholder.
    mask.text(call.path);
    if (call.body !== null) mask.body(call.body);
    ids.next(call.id, call.traceId);
    const token = call.client === null ? undefined : await mock.token(call.client);
    return handle(toRequest(call, mask.unmask, token));
  };

  const again = async (call: CapsuleCall, number: number): Promise<readonly PlayedCall[]> => {
    const isSkipped = call.kind === 'request' && call.skipped !== null;
    if (!isSkipped) await goTo(call);
    if (call.kind === 'control') {
      await control(call);
      return [];
    }
    const played = toPlayed(call, number);
    return [
      isSkipped ? played : { ...played, differences: compareExactly(call.answer, toAnswer(await ask(call), mask)) },
    ];
  };

  const played: PlayedCall[] = [];
  for (const [index, call] of calls.entries()) {
    const number = index + 1;
    played.push(...(await damagedIfFails(`call ${String(number)} cannot be repeated`, () => again(call, number))));
    if (isDifferent(played.at(-1))) break;
    await mock.idle();
  }
  return { calls: played, remarks: remarksOf(capsule, server) };
};

const remarksOf = ({ replay, vatmock, description }: Capsule, { mock }: ReplayServer): readonly string[] => [
  ...(replay.possible ? replay.remarks : []),
  ...(vatmock === packageVersion()
    ? []
    : [`The capsule was recorded with vatmock ${vatmock}; this is vatmock ${packageVersion()}.`]),
  ...(description === digestOf(mock.contract)
    ? []
    : ['The API description has changed since the capsule was recorded.']),
];

type Sent = Pick<CapsuleRequest, 'method' | 'path' | 'query' | 'headers' | 'body'> & Partial<CapsuleRequest>;

/** Rebuilds a recorded request, with a token that the replay server accepts. */
const toRequest = (call: Sent, unmask: Scrub, token?: string): ApiRequest =>
  madeRequest({
    method: call.method,
    path: unmask(call.path),
    query: unmask(call.query),
    origin: call.origin ?? 'http://127.0.0.1',
    usesNoBudget: call.usesNoBudget === true,
    enteredAt: call.enteredAt,
    headers: [
      ...call.headers.map(([name, value]) => [name, unmask(value)] as const),
      ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
    ],
    body: fromBytesForm(call.body?.text === undefined ? (call.body ?? {}) : { text: unmask(call.body.text) }),
  });

/** In the replay the operator makes it, regardless of the original caller. */
const toControlCall = ({ method, path, body, mediaType }: CapsuleControl, sandbox: string): Sent => ({
  method,
  path: `/__admin${path}`,
  query: `sandbox=${encodeURIComponent(sandbox)}`,
  headers: body === null ? [] : [['content-type', mediaType]],
  body: body === null ? null : { text: body },
});

/** Converts a response to the capsule format, with the same placeholders for secrets. */
const toAnswer = ({ status, headers, content }: Reply, mask: Mask): CapsuleAnswer => {
  const all = { ...headers, ...(content === undefined ? {} : { 'content-type': content.mediaType }) };
  return {
    status,
    headers: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, mask.text(value)])),
    body: content === undefined ? null : mask.body(toBytesForm(content.body)),
  };
};
