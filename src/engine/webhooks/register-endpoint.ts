import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { Assumed } from '../assumptions/register.ts';
import type { Reading, UnitOfWork } from '../sandbox/unit-of-work.ts';
import { EVERY_ENDPOINT, type EndpointScope, type WebhookEndpointRecord, webhookEndpoints } from './endpoint.ts';

/** Generates a signing secret, from the sandbox's random source or from a secure one. */
export type DrawWebhookSecret = (random: Random) => string;

/**
 * `whsec_` and 32 bytes in base64. Derived from the sandbox's seed, so the same in every run: for local mode only,
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
      current: typeof secret === 'string' ? secret : secretIn(work.assumed, secret(random.split('secret'))),
    },
    createdAt: work.now,
    lastSuccessAt: null,
    streak: null,
  }));

/** Assumption: webhook-secret-format. */
const secretIn = (assumed: Assumed, secret: string): string =>
  assumed.has('webhook-secret-format=without-prefix') ? secret.replace(/^whsec_/, '') : secret;
