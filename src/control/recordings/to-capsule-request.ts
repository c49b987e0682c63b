import { headerLines, headerPairs } from '../../kernel/http.ts';
import { mapValues } from '../../kernel/defined.ts';
import { toBytesForm } from '../../kernel/bytes-form.ts';
import type { CapsuleBody, CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { fillPath } from '../../engine/contract/contract.ts';
import { HIDDEN_IN_URL, type Mask, type MaskedBody } from '../../engine/capsule/mask.ts';
import type { RecordedExchange } from '../../engine/capsule/recorder.ts';
import type { JournalEntry, KeptBody } from '../../engine/journal/journal-entry.ts';
import { toParts } from '../../engine/journal/redactor.ts';
import { type Scrub, alsoScrub, scrubInSteps, isSecretName } from '../../engine/journal/secrets.ts';
import {
  secretsInHeaders,
  secretsInQuery,
  showHeader,
  showQuery,
  toSearch,
} from '../../engine/journal/redact-headers.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { WINDOW, windowStartOf } from '../../engine/rate-limiting/rate-limiter.ts';

/** Converts a recorded exchange to a capsule request, without its credentials. */
export function* toCapsuleRequest(
  { entry, path, origin }: RecordedExchange,
  {
    mask,
    toOrigin,
    basePath,
    before,
  }: {
    readonly mask: Mask;
    readonly toOrigin: (host: string | undefined) => string;
    /** Base path of the API: `/v1`. */
    readonly basePath: string;
    /** Sandbox time of the call before, in milliseconds: a request that enters no sandbox moves no clock. */
    readonly before?: number | undefined;
  },
): Steps<CapsuleRequest> {
  const { received, sent, rawHeaders } = entry;
  const [host] = headerLines(rawHeaders, 'host');
  const { at, wallAt } = instantsOf(entry, before);
  const { id, traceId, method, status, operation, caller, token, sandbox: { enteredAt } = {} } = entry;
  const isToken = entry.source === 'identity';
  // What a name means to another service is not known: as in the journal, only what is described is shown.
  const isElsewhere = entry.source === 'upstream';
  // A token request's body is its credentials; `client` identifies their owner.
  const body = received && !isToken ? yield* mask.body(toCapsuleBody(received)) : undefined;
  const answered = sent && (yield* mask.body(toCapsuleBody(sent)));
  const inQuery = alsoScrub(mask.text, secretsInQuery(entry), HIDDEN_IN_URL);
  /** Also masks what is a secret elsewhere in the exchange. */
  const text = alsoScrub(inQuery, [...secretsInHeaders(entry), ...(body?.secrets ?? []), ...(answered?.secrets ?? [])]);
  const headers = headerPairs(rawHeaders)
    .filter(([name]) => !isSecretName(name))
    .map(([name, value]) => [name, text(showHeader(name.toLowerCase(), value, operation))] as const);
  return {
    kind: 'request',
    id,
    traceId,
    at,
    wallAt,
    operationId: operation?.id ?? null,
    client: caller?.clientId ?? (isToken ? token?.clientId : undefined) ?? null,
    method,
    path: text(isElsewhere ? entry.path : (path ?? pathOf(entry, basePath))),
    query: text(isElsewhere ? toSearch(showQuery(entry, mask.text)).slice(1) : mask.query(entry.query)),
    origin: origin ?? toOrigin(host),
    headers,
    body: yield* withText(body, text),
    ...(entry.parts && { parts: toParts(entry, text) }),
    answer: {
      status,
      headers: mapValues({ ...entry.headers, ...(sent && { 'content-type': sent.mediaType }) }, (value, name) =>
        text(isElsewhere ? showHeader(name, value, operation) : value),
      ),
      body: yield* withText(answered, text),
    },
    ...(entry.events.length > 0 && { events: entry.events.map(({ type }) => type) }),
    ...(entry.usesNoBudget ? { usesNoBudget: true } : {}),
    ...(enteredAt === undefined || enteredAt === at ? {} : { enteredAt }),
    skipped: whySkipped(entry, body?.isAltered === true),
  };
}

const toCapsuleBody = ({ body, isCut }: KeptBody): CapsuleBody => ({
  ...toBytesForm(body),
  ...(isCut && { cut: true as const }),
});

function* withText(masked: MaskedBody | undefined, text: Scrub): Steps<CapsuleBody | null> {
  if (masked === undefined) return null;
  const { body } = masked;
  return body.text === undefined ? body : { ...body, text: yield* scrubInSteps(body.text, text) };
}

const whySkipped = ({ endedAt, rawHeaders, source, token }: JournalEntry, isAltered: boolean): string | null => {
  if (source === 'identity')
    return token === undefined ? 'it asked for a token in vain, and a capsule does not hold with what' : null;
  if (isAltered) return 'its body was malformed and had a secret, which a capsule does not hold';
  return endedAt === 'authenticate' && headerLines(rawHeaders, 'authorization').length > 0
    ? 'it was refused for its token, which a capsule does not hold'
    : null;
};

/** The journal stores no path that contains a key; rebuilds it from the parameters of the operation. */
const pathOf = ({ operation, pathParameters, path }: JournalEntry, basePath: string): string =>
  operation === undefined || pathParameters === undefined ? path : basePath + fillPath(operation.path, pathParameters);

/** Sandbox time and machine time of the exchange: `X-RateLimit-Reset` depends on both. */
const instantsOf = (
  { sandbox, receivedAt, startedAt, endedReadingAt, headers }: JournalEntry,
  before: number = receivedAt,
) => {
  if (sandbox === undefined) return { at: before, wallAt: receivedAt };
  const { now: at, setting } = sandbox;
  if (setting?.kind === 'running') return { at, wallAt: at - setting.offset };
  // With a frozen clock, the time of the response is unknown; derives it from the header.
  const reset = Number(headers['x-ratelimit-reset']);
  const says = (wall: number): boolean => Math.floor((windowStartOf(at) + WINDOW - at + wall) / 1000) === reset;
  const last = receivedAt + Math.ceil(endedReadingAt - startedAt);
  return { at, wallAt: says(receivedAt) || !says(last) ? receivedAt : last };
};
