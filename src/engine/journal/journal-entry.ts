import { type BytesForm, toBytesForm } from '../../kernel/bytes-form.ts';
import type { Choices } from '../assumptions/register.ts';
import type { Operation } from '../contract/contract.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { CallerOrganization } from '../ports/ports.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { ClockSetting } from '../sandbox/sandbox-clock.ts';

/**
 * A recorded exchange. Headers and bodies are the original ones, credentials included: they must not leave this process
 * except through the redactor (`redactor.ts`).
 */
export type JournalEntry = Readonly<ReturnType<typeof toEntry>> & {
  /** The client left before it had its response: known later than the rest, and only to the process that answered it. */
  disconnected?: boolean;
};

/** Whether no whole response has reached the client: it left, or a scenario broke the connection or the response itself. */
export const isLost = ({ fault, disconnected }: Pick<JournalEntry, 'fault' | 'disconnected'>): boolean =>
  disconnected === true || (fault?.failure !== undefined && fault.failure !== 'slow-body');

/** Marks the entry of a response that is held back, should its client not wait for it, and says so. */
export const watchClient = ({ request, reply }: Settled, entry: JournalEntry, lost: () => void): void => {
  if (reply.fault === undefined || isLost(entry)) return;
  request.whenGone?.(() => {
    entry.disconnected = true;
    lost();
  });
};

/** An access token that was granted, or an expired one of ours that was refused. */
export interface TokenTrace {
  readonly kind: 'granted' | 'expired';
  /** Identifies a token without disclosing it. */
  readonly digest: string;
  readonly clientId: string;
  /** On the wall clock and on the sandbox clock. */
  readonly grantedAt: { readonly wall: number; readonly sandbox: number };
  /** Milliseconds. */
  readonly life: number;
}

/** Size of an entry without its headers and bodies, in bytes. */
export const weightOfEntries = (entries: readonly JournalEntry[]): number =>
  entries.reduce((sum, { weight }) => sum + weight, 0);

/** A body as the journal stores it: the original object, not a copy, unless it is long. */
export interface KeptBody {
  /** From the Content-Type header; empty if there was none. */
  readonly mediaType: string;
  /** The beginning of the body if `isCut`. */
  readonly body: string | Uint8Array;
  /** Size of the complete body. */
  readonly byteLength: number;
  readonly isCut: boolean;
}

/** Maximum number of bytes stored of one body; typical bodies are far smaller. */
export const BODY_KEPT = 16 * 1024;

export const keepBody = (mediaType: string, body: string | Uint8Array, byteLength: number): KeptBody => {
  if (byteLength <= BODY_KEPT) return { mediaType, body, byteLength, isCut: false };
  // A slice would keep the whole body alive, so this is the one case in which bytes are copied.
  const begin = typeof body === 'string' ? Buffer.from(body.slice(0, BODY_KEPT)) : body;
  return { mediaType, body: Uint8Array.from(begin.subarray(0, BODY_KEPT)), byteLength, isCut: true };
};

/** The body as text, without an incomplete character at the end of a truncated one. */
export const textOf = ({ body, isCut }: KeptBody): string => {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return isCut ? text.replace(/\uFFFD$/, '') : text;
};

/** Size in bytes. */
export const weightOf = (kept: KeptBody | undefined): number =>
  kept === undefined ? 0 : Math.min(kept.byteLength, BODY_KEPT);

const BASE_WEIGHT = 1024;

const NO_HEADERS: readonly string[] = [];
const NO_EVENTS: readonly EmittedEvent[] = [];

/**
 * Of an exchange of the engine, or of another part of the server, which names itself as the source. Cheap: only stores
 * references to existing objects.
 */
export const toEntry = (
  exchange: Omit<Settled, 'source'> & { readonly source: string },
  /** Incremented with every exchange of the server. */
  position: number,
  {
    path,
    endedAt: endedReadingAt,
  }: {
    /** As it may be logged. */
    readonly path: string;
    /** Monotonic clock reading in milliseconds. */
    readonly endedAt: number;
  },
  token: TokenTrace | undefined,
) => {
  const { id, traceId, receivedAt, startedAt, request, operation, pathParameters, caller, sandbox, partner } = exchange;
  const { body, idempotency, budget, reply, source, endedAt, refusal, scripting, events = NO_EVENTS } = exchange;
  const { method, query, rawHeaders = NO_HEADERS } = request;
  const { status, headers, content, fault } = reply;
  const bytes = request.bodyRead?.();
  // A byte slice would keep the whole buffer read from the connection alive; a string does not.
  const received =
    bytes === undefined || bytes.byteLength === 0
      ? undefined
      : keepBody(request.header('content-type') ?? '', body?.kind === 'json' ? body.text : bytes, bytes.byteLength);
  const sent = content === undefined ? undefined : keepBody(content.mediaType, content.body, content.byteLength);
  return {
    position,
    id,
    traceId,
    receivedAt,
    startedAt,
    /** Monotonic clock reading in milliseconds, like `startedAt`: they order exchanges. */
    endedReadingAt,
    method,
    /** As it may be logged: see `createPathForLog`. */
    path,
    query,
    /** Alternating names and values. */
    rawHeaders,
    /** Undefined if there was none, or if it was not read. */
    received,
    /** The parts of an upload. */
    parts: body?.kind === 'form' && body.files.length > 0 ? toParts(body) : undefined,
    operation,
    pathParameters,
    caller,
    sandbox: sandbox && toSandboxTrace(sandbox, exchange),
    partner,
    idempotency: idempotency && {
      kind: idempotency.found.kind,
      beganAt: idempotency.found.kind === 'first' ? undefined : idempotency.found.beganAt,
      key: idempotency.key,
      fingerprint: idempotency.fingerprint,
    },
    budget,
    /** Sent by the server itself, at no cost to the caller's budget. */
    usesNoBudget: request.usesNoBudget === true,
    status,
    /** Of the response; names in lower case. */
    headers,
    sent,
    source,
    endedAt,
    refusal,
    /** The fault applied to the response. */
    fault: fault === undefined ? undefined : { delay: fault.delay, failure: fault.failure?.kind as string | undefined },
    /** Undefined if no scenario applied. */
    script: scripting?.trace(),
    /** Events that it caused immediately; events caused later, as the clock advances, are only in the outbox. */
    events: events.length === 0 ? NO_EVENTS : events,
    /** The access token concerned, if relevant. */
    token,
    /** Approximate size in bytes. */
    weight: BASE_WEIGHT + lengthOf(rawHeaders) + query.length + weightOf(received) + weightOf(sent),
  };
};

/** `now` and `enteredAt` are on its clock, at the work and at the entry. */
const toSandboxTrace = (
  { id, clock, assumed }: NonNullable<Settled['sandbox']>,
  { workedAt = clock.now(), enteredAt }: Pick<Settled, 'workedAt' | 'enteredAt'>,
): {
  readonly id: string;
  readonly now: number;
  readonly enteredAt?: number | undefined;
  readonly setting?: ClockSetting;
  readonly assumed?: Choices;
} => ({ id, now: workedAt, enteredAt, setting: clock.setting(), assumed: assumed.choices });

const toParts = ({ fields, files }: Extract<Settled['body'], { kind: 'form' }>) => ({
  fields,
  files: files.map(({ field, fileName, mediaType, bytes: { byteLength } }) => ({
    field,
    fileName,
    mediaType,
    byteLength,
  })),
});

const lengthOf = (texts: readonly string[]): number => {
  let length = 0;
  for (const text of texts) length += text.length;
  return length;
};

/** What the form of an entry depends on. */
export interface EntryForm {
  readonly operationOf: (id: string) => Operation | undefined;
  /** The organization of a sandbox. */
  readonly organizationOf: (sandbox: string) => CallerOrganization | undefined;
  /**
   * Wall-clock time minus the monotonic clock of this process: readings of monotonic clocks mean nothing to another
   * process.
   */
  readonly monotonicStart: number;
}

type BodyForm = Omit<KeptBody, 'body'> & BytesForm;

/** An entry as JSON values, for other processes: which know the organization, a sixth of it all. */
export const toEntryForm = (
  { operation, caller, received, sent, startedAt, endedReadingAt, ...entry }: JournalEntry,
  { monotonicStart }: EntryForm,
): object => ({
  ...entry,
  operation: operation?.id,
  caller: caller && { clientId: caller.clientId },
  received: received && toBodyForm(received),
  sent: sent && toBodyForm(sent),
  startedAt: startedAt + monotonicStart,
  endedReadingAt: endedReadingAt + monotonicStart,
});

export const fromEntryForm = (
  form: object,
  { operationOf, organizationOf, monotonicStart }: EntryForm,
): JournalEntry => {
  const { operation, caller, received, sent, startedAt, endedReadingAt, ...entry } = form as Omit<
    JournalEntry,
    'operation' | 'received' | 'sent'
  > & { readonly operation?: string; readonly received?: BodyForm; readonly sent?: BodyForm };
  return {
    ...entry,
    operation: operation === undefined ? undefined : operationOf(operation),
    caller: caller && { clientId: caller.clientId, organization: organizationOf(entry.sandbox?.id ?? '') },
    received: received && fromBodyForm(received),
    sent: sent && fromBodyForm(sent),
    startedAt: startedAt - monotonicStart,
    endedReadingAt: endedReadingAt - monotonicStart,
  };
};

const toBodyForm = ({ body, ...kept }: KeptBody): BodyForm => ({ ...kept, ...toBytesForm(body) });

const fromBodyForm = ({ text, base64 = '', ...kept }: BodyForm): KeptBody => ({
  ...kept,
  body: text ?? Uint8Array.from(Buffer.from(base64, 'base64')),
});
