import { DELIVERIES } from '../../generated/deliveries.ts';
import { parseDuration } from '../../kernel/duration.ts';
import { createRandom } from '../../kernel/random.ts';
import { defineRecords, key } from '../sandbox/collection.ts';
import type { Key } from '../sandbox/store.ts';
import {
  type TypeOf,
  count,
  flag,
  instant,
  instantOrNull,
  label,
  list,
  longText,
  matching,
  object,
  oneOf,
  schemaOf,
  text,
} from '../sandbox/record-schema.ts';
import type { PauseRule } from './endpoint.ts';

/** The chaos applied to an attempt, as the control API shows it. */
const appliedChaos = object({
  by: text,
  /** `outcome 500`, `signature stale` ... */
  did: list(text),
});

export type AppliedChaos = TypeOf<typeof appliedChaos>;

/** Why an attempt got no response. */
const failure = oneOf('refused', 'connect_failed', 'tls_failed', 'timeout', 'answer_broken');

export type Failure = TypeOf<typeof failure>;

/** One attempt, as the sender reports it. */
const attempt = object({
  at: instant,
  /** Absent if there was no response. */
  'httpStatus?': schemaOf<number>({ type: 'integer' }),
  /** Why there was no response. */
  'failure?': failure,
  /** The reason in words, if it may be disclosed. */
  'detail?': text,
  /** The beginning of the response body, if it may be disclosed. */
  'answer?': text,
  /** The chaos applied to it. */
  'chaos?': appliedChaos,
  /**
   * A duplicate sent on purpose after the receiver had accepted the delivery; the real service would not have sent it.
   */
  'isCopy?': flag,
});

export type Attempt = TypeOf<typeof attempt>;

export type AttemptOutcome = Omit<Attempt, 'at'>;

/** Any other response, a 4xx included, is a failure, and is repeated. */
export const isSuccess = <Made extends AttemptOutcome>(made: Made): made is Made & { readonly httpStatus: number } =>
  made.httpStatus !== undefined && made.httpStatus >= 200 && made.httpStatus < 300;

/** `evt_` and 26 characters. */
const eventId = matching('^evt_[0-9A-HJKMNP-TV-Z]{26}$');

const schema = object({
  /** `del_` and 26 characters. Assumption: webhook-identifiers. */
  id: matching('^del_[0-9A-HJKMNP-TV-Z]{26}$'),
  endpointId: label,
  eventId,
  eventType: label,
  status: oneOf('PENDING', 'DELIVERED', 'FAILED'),
  /** The last status from the receiver. */
  httpStatus: schemaOf<number | null>({ type: ['integer', 'null'], minimum: 100, maximum: 599 }),
  attempts: count,
  lastAttemptAt: instantOrNull,
  nextRetryAt: instantOrNull,
  /** Never earlier than that of an older delivery, so that sorting by age and by time is the same. */
  createdAt: instant,
  /** A test delivery: it does not count towards auto-pause. */
  isTest: flag,
  /** The delivery that this one replays on request. */
  'replayOf?': label,
  /** The result of each attempt, for the control API. */
  tries: list(attempt),
  /** Its place in a pair of reordered deliveries. */
  'reorderRole?': schemaOf<ReorderRole>(
    object({ kind: oneOf('held-back', 'was-held-back', 'goes-first'), 'before?': label }),
  ),
});

/** The delivery of one event to one webhook endpoint. */
export type DeliveryRecord = TypeOf<typeof schema> &
  (
    | {
        readonly status: 'PENDING';
        /** Null while its webhook endpoint is paused: nothing is sent until it is resumed. */
        readonly nextRetryAt: number | null;
      }
    /** The receiver accepted it, or a replay of it. */
    | {
        readonly status: 'DELIVERED';
        readonly nextRetryAt: null;
        readonly httpStatus: number;
        readonly lastAttemptAt: number;
      }
    /** No attempts are left. */
    | { readonly status: 'FAILED'; readonly nextRetryAt: null }
  );

type ReorderRole =
  | { readonly kind: 'held-back' | 'was-held-back' }
  /** Sent before the delivery with this id. */
  | { readonly kind: 'goes-first'; readonly before: string };

export const ofEndpoint = (endpointId: string): Key => key('endpoint', endpointId);
export const ofEndpointIn = (endpointId: string, status: DeliveryRecord['status']): Key =>
  key('status', endpointId, status);
export const ofEvent = (eventId: string): Key => key('event', eventId);
export const heldBackAt = (endpointId: string): Key => key('held-back', endpointId);

export const deliveries = defineRecords(
  'webhook-deliveries',
  schema,
  ({ id }: DeliveryRecord) => id,
  ({ endpointId, status, eventId, reorderRole, nextRetryAt }) => [
    ofEndpoint(endpointId),
    ofEndpointIn(endpointId, status),
    ofEvent(eventId),
    ...(reorderRole?.kind === 'held-back' && nextRetryAt !== null ? [heldBackAt(endpointId)] : []),
  ],
);

/**
 * What all deliveries of an event send: serialized once, so that every attempt has the same bytes. Removed with the
 * last delivery of the event.
 */
const message = object({
  eventId,
  eventType: label,
  body: longText,
});

export type MessageRecord = TypeOf<typeof message>;

export const messages = defineRecords('webhook-messages', message, ({ eventId }) => eventId);

/** When an API repeats its deliveries, pauses webhook endpoints and deletes its history. Times in milliseconds. */
export interface DeliveryPolicy {
  readonly retries: RetrySchedule;
  readonly autoPause: PauseRule;
  /** Age at which a delivery is deleted. */
  readonly retention: number;
}

/** When failed attempts are repeated. Times in milliseconds. */
export interface RetrySchedule {
  /** Delays from the end of one attempt to the next. */
  readonly waits: readonly number[];
  /** Maximum jitter, as a fraction of the delay in either direction. */
  readonly jitter: number;
  /** Age from which a delivery is not resumed after a pause. */
  readonly span: number;
}

/** With what an API says of its deliveries; durations are ISO 8601 texts. */
export const toDeliveryPolicy = (
  own: {
    /** From the end of one attempt to the next: there is one attempt more than waits. */
    readonly waits?: readonly string[];
    readonly jitter?: number;
    /** Failures in a row, and the time without a success, that pause an endpoint. */
    readonly autoPause?: { readonly failures: number; readonly duration: string };
  } = {},
): DeliveryPolicy => {
  const { waits, jitter, span, autoPause, retention } = { ...DELIVERIES, ...own };
  return {
    retries: { waits: waits.map((text) => parseDuration(text)), jitter, span: parseDuration(span) },
    autoPause: { failures: autoPause.failures, duration: parseDuration(autoPause.duration) },
    retention: parseDuration(retention),
  };
};

/** Of an API that says nothing else. */
export const DELIVERY_POLICY = toDeliveryPolicy();

/** Delay after the attempt that a delivery is about to record; undefined if it is the last one. Assumption: retry-schedule. */
export const nextWait = (
  { id, attempts }: Pick<DeliveryRecord, 'id' | 'attempts'>,
  { waits, jitter }: RetrySchedule,
  withJitter: boolean,
): number | undefined => {
  const wait = waits[attempts];
  if (wait === undefined || !withJitter) return wait;
  const most = Math.floor(wait * jitter);
  // The id was drawn from the seed of the sandbox, so the jitter is deterministic too.
  return wait + createRandom(`${id}/${attempts + 1}`).integer(-most, most);
};

/** When the attempts that are left are made if each fails at once; the first is due at `dueAt`. */
export const plannedAttempts = (
  delivery: DeliveryRecord,
  dueAt: number,
  ...circumstances: [schedule: RetrySchedule, withJitter: boolean]
): number[] => {
  const planned = [dueAt];
  for (let { attempts } = delivery; ; attempts++) {
    const wait = nextWait({ ...delivery, attempts }, ...circumstances);
    if (wait === undefined) return planned;
    planned.push((planned.at(-1) ?? dueAt) + wait);
  }
};
