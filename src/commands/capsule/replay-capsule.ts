import { digestOf } from '../../control/recordings/recordings.ts';
import type { StateDocument } from '../../control/state/state-document.ts';
import { packageVersion } from '../../edges/files/package-files.ts';
import type {
  Capsule,
  CapsuleAnswer,
  CapsuleCall,
  CapsuleControl,
  CapsuleRequest,
} from '../../engine/capsule/capsule.ts';
import { ContractError } from '../../engine/contract/diagnostic.ts';
import { compareExactly } from '../../engine/capsule/compare-answers.ts';
import { type Mask, createMask } from '../../engine/capsule/mask.ts';
import type { Scrub } from '../../engine/journal/secrets.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';
import { fromBytesForm, toBytesForm } from '../../kernel/bytes-form.ts';
import { mapValues } from '../../kernel/defined.ts';
import { type ApiRequest, type Reply, madeRequest } from '../../kernel/http.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import { credentialsFor } from '../remote/any-credentials.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { isDifferent, isSkipped, type PlayedCall, toPlayed } from './played-call.ts';
import { OPERATOR, type ReplayServer, SECRET, type ServedDescription, openReplayServer } from './replay-server.ts';

/**
 * Imports the initial state of a capsule into a new server, repeats the recorded requests and compares the responses.
 */
export const replayCapsule = async (capsule: Capsule, readOther?: () => ServedDescription) => {
  if (!capsule.replay.possible) throw new RemoteError(`This capsule cannot be replayed. ${capsule.replay.reason}`);
  if (capsule.start === null) throw new RemoteError('This capsule does not contain its initial state.');
  const served = findServed(capsule, readOther);
  const start = capsule.start as unknown as StateDocument;
  const server = await damagedIfFails('its beginning cannot be restored', () =>
    openReplayServer(capsule, start, served),
  );
  try {
    return await play(capsule, start, server);
  } finally {
    await server.close();
  }
};

/** Nothing for a capsule of the bundled API, whatever the environment names. */
const findServed = (capsule: Partial<Capsule>, readOther?: () => ServedDescription): ServedDescription => {
  const { api } = capsule.settings ?? {};
  if (api === undefined) return {};
  const { spec, overlay, asyncapi, behaviours } = readOther?.() ?? {};
  if (spec !== undefined) return { spec, overlay, asyncapi, behaviours };
  throw new RemoteError(`This is a capsule of "${String(api)}": set VATMOCK_SPEC to the file of its description.`);
};

/** A server writes none that fails: then somebody has edited it, or sent something else. */
const damagedIfFails = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RemoteError || error instanceof ContractError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RemoteError(`The capsule is damaged: ${what} (${reason}).`);
  }
};

const play = async (capsule: Capsule, start: StateDocument, server: ReplayServer) => {
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
    const reply = await handle(toRequest(toControlCall(call, sandbox), mask.unmask, bearer(OPERATOR)));
    if (reply.status >= 300)
      throw new RemoteError(
        `${call.method} /__admin${call.path} succeeded when the capsule was recorded, but now returns ${reply.status}: ${String(reply.content?.body)}`,
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
    if (call.body !== null) runAtOnce(mask.body(call.body));
    ids.next(call.id, call.traceId);
    if (call.client === null) return handle(toRequest(call, mask.unmask));
    const { isForeign, operations } = mock.contract;
    const operation = isForeign ? operations.find(({ id }) => id === call.operationId) : undefined;
    const credentials = operation ? credentialsFor(operation).headers : bearer(await mock.token(call.client));
    return handle(toRequest(call, mask.unmask, credentials));
  };

  const played: PlayedCall[] = [];
  const again = async (call: CapsuleCall, number: number): Promise<void> => {
    if (call.kind === 'control') {
      await goTo(call);
      return control(call);
    }
    const one = toPlayed(call, number);
    if (!isSkipped(one)) await goTo(call);
    const differences = isSkipped(one) ? [] : compareExactly(call.answer, toAnswer(await ask(call), mask));
    played.push({ ...one, differences });
  };

  for (const [index, call] of calls.entries()) {
    const number = index + 1;
    await damagedIfFails(`call ${number} cannot be repeated`, () => again(call, number));
    if (isDifferent(played.at(-1))) break;
    await mock.idle();
  }
  return {
    /** Up to the first that is answered otherwise. */
    calls: played,
    /** Possible reasons for a difference. */
    remarks: remarksOf(capsule, server),
  };
};

const remarksOf = ({ replay, vatmock, description }: Capsule, { mock, remarks }: ReplayServer): readonly string[] => [
  ...(replay.possible ? replay.remarks : []),
  ...remarks,
  ...(vatmock === packageVersion()
    ? []
    : [`The capsule was recorded with vatmock ${vatmock}; this is vatmock ${packageVersion()}.`]),
  ...(description === digestOf(mock.contract)
    ? []
    : ['The API description has changed since the capsule was recorded.']),
];

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

type Sent = Pick<CapsuleRequest, 'method' | 'path' | 'query' | 'headers' | 'body'> & Partial<CapsuleRequest>;

/** Rebuilds a recorded request, with credentials that the replay server accepts. */
const toRequest = (call: Sent, unmask: Scrub, credentials: Readonly<Record<string, string>> = {}): ApiRequest =>
  madeRequest({
    method: call.method,
    path: unmask(call.path),
    query: unmask(call.query),
    origin: call.origin ?? 'http://127.0.0.1',
    usesNoBudget: call.usesNoBudget === true,
    enteredAt: call.enteredAt,
    headers: [...call.headers.map(([name, value]) => [name, unmask(value)] as const), ...Object.entries(credentials)],
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
    headers: mapValues(all, (value) => mask.text(value)),
    body: content === undefined ? null : runAtOnce(mask.body(toBytesForm(content.body))).body,
  };
};
