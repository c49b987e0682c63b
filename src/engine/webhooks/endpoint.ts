import type { DeliveryRule } from '../../generated/control-schemas.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { defineRecords, key } from '../sandbox/collection.ts';
import {
  type TypeOf,
  count,
  instant,
  instantOrNull,
  label,
  list,
  matching,
  object,
  oneOf,
  orNull,
  schemaOf,
  text,
} from '../sandbox/record-schema.ts';
import type { Key } from '../sandbox/store.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';

/** Chaos rules that the control API has set for one webhook endpoint; stored and removed with it. */
const endpointChaos = object({
  /** Start, in milliseconds on the sandbox clock. */
  since: instant,
  /** Seed of their random numbers. */
  chance: text,
  rules: list(schemaOf<DeliveryRule>({ type: 'object' })),
});

export type EndpointChaos = TypeOf<typeof endpointChaos>;

/** The wildcard that covers all event types with the same first segment: `order.*`. */
export const wildcardOf = (eventType: string): string => `${eventType.split('.', 1).join()}.*`;

/** The subscription entries that cover an event type: the type itself, and the wildcard of its segment. */
export const subscriptionsOf = (eventType: string): readonly string[] => [eventType, wildcardOf(eventType)];

/** The signing secrets of one webhook endpoint. */
const secrets = object({
  current: label,
  /** The previous secret, valid during rotation. `goodUntil` is on the sandbox clock. */
  'former?': object({ secret: label, goodUntil: instant }),
});

export type Secrets = TypeOf<typeof secrets>;

/** The valid secrets, the current one first. */
export const goodSecrets = ({ current, former }: Secrets, now: number): readonly string[] =>
  former !== undefined && now < former.goodUntil ? [current, former.secret] : [current];

/** Replaces the current secret, which stays valid for `overlap` milliseconds. */
export const rotateSecret = ({ current }: Secrets, fresh: string, now: number, overlap: number): Secrets => ({
  current: fresh,
  former: { secret: current, goodUntil: now + overlap },
});

/** Consecutive failed attempts to one webhook endpoint. Assumption: auto-pause-counting. */
const failureStreak = object({
  failures: count,
  /** When the first failed attempt ended. */
  since: instant,
});

export type FailureStreak = TypeOf<typeof failureStreak>;

/** The streak that pauses a webhook endpoint, by number or by duration in milliseconds. */
export interface PauseRule {
  readonly failures: number;
  readonly duration: number;
}

export type PauseReason = 'CONSECUTIVE_FAILURES' | 'CONTINUOUS_FAILURE_WINDOW';

export const lengthen = (streak: FailureStreak | null, at: number): FailureStreak =>
  streak === null ? { failures: 1, since: at } : { failures: streak.failures + 1, since: streak.since };

/** When the streak reaches its maximum duration, unless a success ends it. */
export const endOfFailureWindow = ({ since }: FailureStreak, { duration }: PauseRule): number => since + duration;

/** Why a webhook endpoint must be paused; undefined if it need not be. */
export const reasonToPause = (streak: FailureStreak | null, now: number, rule: PauseRule): PauseReason | undefined => {
  if (streak === null) return undefined;
  if (streak.failures >= rule.failures) return 'CONSECUTIVE_FAILURES';
  return now >= endOfFailureWindow(streak, rule) ? 'CONTINUOUS_FAILURE_WINDOW' : undefined;
};

/** @public Restrictions on its events besides their types; an API declares the members by augmenting this interface. */
// oxlint-disable-next-line typescript/no-empty-object-type -- only an interface can be augmented
export interface EndpointScope {}

/** A webhook endpoint as stored, not as the API shows it. */
const schema = object({
  /** `wh_` and 26 characters. Assumption: webhook-identifiers. */
  id: matching('^wh_[0-9A-HJKMNP-TV-Z]{26}$'),
  /** Registration number: events are delivered in this order. */
  position: count,
  url: { ...matching('^(?:https?://|vatmock-listen:[a-z0-9])', 2048), format: 'uri' },
  /** Event types and segment wildcards, as sent by the client. */
  subscriptions: list(label),
  /** The one thing whose events it gets: it was named by a callback. */
  'about?': label,
  status: oneOf('ACTIVE', 'PAUSED'),
  /** Incremented by every change that is visible in the API. */
  version: count,
  secrets,
  /** Notified by email when the endpoint is paused. */
  administratorEmail: text,
  createdAt: instant,
  /** Null if no delivery has succeeded yet. */
  lastSuccessAt: instantOrNull,
  /** The failures since the last success; null if there were none. */
  streak: orNull(failureStreak),
  /** When and why it was paused: by its client, or by the server after failures. */
  'paused?': object({
    at: instant,
    why: oneOf('CLIENT', 'CONSECUTIVE_FAILURES', 'CONTINUOUS_FAILURE_WINDOW'),
  }),
  /** Chaos rules for its deliveries. */
  'chaos?': endpointChaos,
});

export type WebhookEndpointRecord = TypeOf<typeof schema> & EndpointScope;

/** Index key that matches every webhook endpoint. */
export const EVERY_ENDPOINT: Key = key('all', 'yes');

export const webhookEndpoints = defineRecords(
  'webhook-endpoints',
  schema,
  ({ id }: WebhookEndpointRecord) => id,
  () => [EVERY_ENDPOINT],
);

/** Generates a signing secret, from the sandbox's random source or from a secure one. */
export type DrawWebhookSecret = (random: Random) => string;

/**
 * `whsec_` and 32 bytes in base64 (assumption: webhook-secret-format). Derived from the sandbox's seed, so the same in every run: for local mode only,
 * since it is guessable.
 */
export const drawWebhookSecret: DrawWebhookSecret = (random) => {
  const bytes = Buffer.alloc(32);
  for (let offset = 0; offset < bytes.length; offset += 4) bytes.writeUInt32BE(random.uint32(), offset);
  return `whsec_${bytes.toString('base64')}`;
};

/** The webhook endpoint with this URL, as it is written. */
export const findByUrl = (work: Reading, url: string): WebhookEndpointRecord | undefined =>
  work.findAll(webhookEndpoints, EVERY_ENDPOINT).find((endpoint) => endpoint.url === url);

/** Adds an active webhook endpoint. */
export const registerEndpoint = (
  work: UnitOfWork,
  {
    secret,
    ...registration
  }: Pick<WebhookEndpointRecord, 'url' | 'subscriptions' | 'about' | 'administratorEmail' | keyof EndpointScope> & {
    readonly id?: string;
    /** One that the receiver already has, or how to generate one. */
    readonly secret: string | DrawWebhookSecret;
  },
): WebhookEndpointRecord =>
  work.insert<WebhookEndpointRecord>(webhookEndpoints, ({ random, position }) => ({
    id: drawPrefixedId('wh_', random),
    position,
    ...registration,
    status: 'ACTIVE',
    version: 1,
    secrets: {
      current: typeof secret === 'string' ? secret : secret(random.split('secret')),
    },
    createdAt: work.now,
    lastSuccessAt: null,
    streak: null,
  }));
