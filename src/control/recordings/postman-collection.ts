import type { CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { parsePointer } from '../../kernel/json-pointer.ts';
import type { Organization } from '../../identity/organization.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { targetOf } from '../../kernel/http.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { type ClockNow, toClockMoves } from './clock-moves.ts';
import { KEPT_HEADERS, jsonIn, withSavedIds } from './saved-ids.ts';

/** Variable with the body that freezes the clock. */
const CLOCK_START = 'clockStart';

/** Variable that begins the Idempotency-Keys of a run, so that each run has its own. */
const RUN = 'run';

/** Sets the names of saved values apart from the other variables. */
const SAVED = 'saved_';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The calls as a Postman collection, format 2.1, which Bruno and others import. Files of uploads must be chosen: a collection
 * does not hold any.
 */
export function* toPostmanCollection(
  requests: readonly CapsuleRequest[],
  {
    owner,
    origin,
    basePath,
    controlPath,
    clientId,
    end,
  }: {
    readonly owner: Organization;
    readonly origin: string;
    /** Of the API, and of the control API. */
    readonly basePath: string;
    readonly controlPath: string;
    /** Of the first client. There is no secret: the server keeps only their digests. */
    readonly clientId: string;
    /** What the clock of the sandbox shows by now. */
    readonly end: ClockNow;
  },
): Steps<object> {
  const sellers = owner.sellers.map(({ uuid }) => uuid);
  const keys = new Map<string, string>();
  const newKey = (key: string): string => {
    if (!keys.has(key)) keys.set(key, `{{${RUN}}}-${keys.size + 1}`);
    return keys.get(key) ?? key;
  };
  const recorded = requests.map((call) => ({
    call,
    operationId: call.operationId ?? undefined,
    request: toRequest(call, basePath, newKey),
    answer: jsonIn(call.answer.body?.text),
  }));
  const known = new Map(sellers.map((seller, index) => [seller, `{{${toSellerName(index)}}}`]));
  const { calls, used } = yield* withSavedIds(recorded, { known, placeholder: (one) => `{{${SAVED}${one}}}` });
  const { startsAt, moves, renewals, moveAtEnd } = toClockMoves(requests, end);
  const setUp = sellers.flatMap((seller, index) =>
    used.has(seller) ? [toCapture(toSellerName(index), `/authorizedPartners/${index}`)] : [],
  );
  return {
    info: {
      name: owner.name,
      description: 'Set clientSecret, and run the requests in their order. Choose a file for each upload.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: origin + basePath },
      { key: 'tokenUrl', value: origin + TOKEN_PATH },
      ...(startsAt === undefined ? [] : [{ key: 'controlUrl', value: origin + controlPath }]),
      { key: 'clientId', value: clientId },
      { key: 'clientSecret', value: '' },
    ],
    item: [
      ACCESS_TOKEN,
      ...(startsAt === undefined ? [] : toClockStart(startsAt)),
      ...(setUp.length === 0
        ? []
        : [
            {
              name: 'Sellers of the organization',
              request: { method: 'GET', url: '{{baseUrl}}/me', header: [] },
              event: toEvent(200, setUp),
            },
          ]),
      ...calls.flatMap(({ call: { operationId, method, path, answer }, request, save }, index) => [
        ...toAdvance(moves[index]),
        ...(renewals[index] === true ? [NEW_TOKEN] : []),
        {
          name: `${index + 1} ${operationId ?? `${method} ${path.slice(basePath.length)}`}`,
          request,
          event: toEvent(
            answer.status,
            Object.entries(save).map(([one, pointer]) => toCapture(SAVED + one, pointer)),
          ),
        },
      ]),
      ...(moveAtEnd === 0 ? [] : [...toAdvance(moveAtEnd), NEW_TOKEN]),
      ...(startsAt === undefined ? [] : [toClockItem('The clock runs again', 'resume')]),
    ],
  };
}

const toSellerName = (index: number): string => `seller_${index + 1}`;

const toEvent = (status: number, captures: readonly string[]) => [
  {
    listen: 'test',
    script: {
      type: 'text/javascript',
      exec: [`pm.test("status ${status}", () => pm.response.to.have.status(${status}));`, ...captures],
    },
  },
];

const NO_AUTH = { type: 'noauth' };

/** A request for a token, whose scripts keep it as `token`; `prepare` runs before. */
export const toTokenItem = (name: string, prepare: readonly string[] = []) => ({
  name,
  request: {
    method: 'POST',
    url: '{{tokenUrl}}',
    auth: NO_AUTH,
    header: [],
    body: {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'grant_type', value: 'client_credentials', type: 'text' },
        { key: 'client_id', value: '{{clientId}}', type: 'text' },
        { key: 'client_secret', value: '{{clientSecret}}', type: 'text' },
      ],
    },
  },
  event: toEvent(200, [...prepare, 'pm.collectionVariables.set("token", pm.response.json().access_token);']),
});

const ACCESS_TOKEN = toTokenItem('Access token', [`pm.collectionVariables.set("${RUN}", String(Date.now()));`]);
const NEW_TOKEN = toTokenItem('New access token');

/** The clock stands still at the time of the first call, or now if that is over, and moves as it did. */
const toClockStart = (startsAt: number) => [
  {
    name: 'Clock of the sandbox',
    request: { method: 'GET', url: '{{controlUrl}}/clock', header: [] },
    event: toEvent(200, [
      `const at = ${JSON.stringify(toIsoDateTime(startsAt))};`,
      `pm.collectionVariables.set("${CLOCK_START}", JSON.stringify(pm.response.json().now < at ? { at } : {}));`,
    ]),
  },
  toClockItem('Freeze the clock', 'freeze', `{{${CLOCK_START}}}`),
  NEW_TOKEN,
];

const toClockItem = (name: string, what: 'freeze' | 'advance' | 'resume', raw?: string) => ({
  name,
  request: {
    method: 'POST',
    url: `{{controlUrl}}/clock/${what}`,
    header: raw === undefined ? [] : [{ key: 'content-type', value: 'application/json' }],
    ...(raw === undefined ? {} : { body: { mode: 'raw', raw } }),
  },
  event: toEvent(200, []),
});

const toAdvance = (milliseconds = 0) => {
  if (milliseconds === 0) return [];
  const by = toIsoDuration(milliseconds);
  return [toClockItem(`Time passes: ${by}`, 'advance', JSON.stringify({ by }))];
};

const toRequest = (
  { method, body, parts, headers, answer: { status, headers: answered }, ...call }: CapsuleRequest,
  basePath: string,
  newKey: (key: string) => string,
) => {
  const remarks = [
    ...(body?.cut === true && parts === undefined
      ? ['The body is not complete: the journal kept only its beginning.']
      : []),
    ...(answered['x-mock-source'] === 'scenario' ? ['The response came from a scenario.'] : []),
    ...(status === 429 ? ['The rate limit was exceeded, which depends on the calls before.'] : []),
  ];
  const isKept = (key: string): boolean =>
    KEPT_HEADERS.has(key) || (key === 'content-type' && body !== null && parts === undefined);
  return {
    method,
    url: `{{baseUrl}}${targetOf(call).slice(basePath.length)}`,
    ...(remarks.length === 0 ? {} : { description: remarks.join(' ') }),
    // A call that was refused for its token is made without one.
    ...(status === 401 ? { auth: NO_AUTH } : {}),
    header: headers
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([key]) => isKept(key))
      .map(([key, value]) => ({ key, value: key === 'idempotency-key' ? newKey(value) : value })),
    ...(body && {
      body:
        parts === undefined ? { mode: 'raw', raw: body.text ?? '' } : { mode: 'formdata', formdata: parts.map(toPart) },
    }),
  };
};

const toPart = ({
  name: key,
  value = '',
  fileName,
  mediaType = 'application/pdf',
}: NonNullable<CapsuleRequest['parts']>[number]) =>
  fileName === undefined
    ? { key, value, type: 'text' }
    : { key, type: 'file', src: null, contentType: mediaType, description: fileName };

const toCapture = (name: string, pointer: string): string => {
  const members = parsePointer(pointer).map((member) => `[${JSON.stringify(member)}]`);
  return `pm.collectionVariables.set(${JSON.stringify(name)}, pm.response.json()${members.join('')});`;
};
