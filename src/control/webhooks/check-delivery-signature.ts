import { alternativeIn, type Alternatives } from '../../engine/assumptions/register.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { checkSignature, parseHeaderText, toPairs } from '../../engine/webhooks/check-signature.ts';
import { type DeliveryRecord, deliveries, messages } from '../../engine/webhooks/delivery.ts';
import {
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  goodSecrets,
  webhookEndpoints,
} from '../../engine/webhooks/endpoint.ts';
import type { SecretCandidate } from '../../engine/webhooks/signature-causes.ts';
import { type ReceivedMessage, type SignatureProfile, readMessage, sign } from '../../engine/webhooks/signature.ts';
import type { SignatureCheck, SignatureRequest } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { unknownDelivery } from './receivers.ts';

export type CheckDeliverySignature = ReturnType<typeof createSignatureCheck>;

export const createSignatureCheck =
  ({
    profile: usual,
    assumedProfiles,
    knownProfiles,
    wall,
  }: {
    /** The profile of the server, and those of sandboxes with another assumption. */
    readonly profile: SignatureProfile;
    readonly assumedProfiles: Alternatives<SignatureProfile>;
    /** All profiles that a sender may have used. */
    readonly knownProfiles: readonly SignatureProfile[];
    readonly wall: Clock;
  }) =>
  async (sandbox: Sandbox, request: SignatureRequest): Promise<SignatureCheck> => {
    checkComplete(request);
    const wallNow = wall.now();
    const profile = alternativeIn(sandbox.assumed, assumedProfiles, usual);
    const known = await sandbox.read((reading) => {
      const endpoints = reading.findAll(webhookEndpoints, EVERY_ENDPOINT);
      const delivery = findDelivery(reading, request.deliveryId);
      const message = messageOf(reading, request, { profile, endpoints, delivery, wallNow });
      const { id } = readMessage(profile, message);
      const sent = reading.get(messages, id === '' ? (delivery?.eventId ?? '') : id);
      const now = reading.now;
      return { endpoints, message, sentBody: sent?.body, now, webhookId: request.webhookId ?? delivery?.endpointId };
    });
    const all = known.endpoints.flatMap((endpoint) => candidatesOf(endpoint, known.now));
    const at = request.at === undefined ? wallNow : Date.parse(request.at);
    const check = await sandbox.inSlices(
      checkSignature({
        profile,
        otherProfiles: knownProfiles.filter(({ name }) => name !== profile.name),
        ...known.message,
        secrets: secretsFor(request, known.webhookId, all),
        knownSecrets: all,
        sentBody: known.sentBody,
        at,
        wallNow,
        sandboxNow: known.now,
      }),
    );
    const { separator: _separator, ...shown } = profile;
    return {
      ...check,
      profile: shown,
      headersFrom: request.headers === undefined ? 'made-now' : 'request',
      headers: known.message.headers.map(([name, value]) => ({ name, value })),
      body: new TextDecoder().decode(known.message.body),
      comparedWith: toIsoDateTime(at),
      sandboxTime: toIsoDateTime(known.now),
    };
  };

const checkComplete = ({ deliveryId, ...request }: SignatureRequest): void => {
  if (deliveryId !== undefined) return;
  const missing = (['headers', 'body'] as const).filter((name) => request[name] === undefined);
  if (missing.length === 0) return;
  throw problem('validation-error', {
    detail: 'Send the headers and the body of the delivery, or its deliveryId.',
    errors: missing.map((field) => ({ field, message: 'must be present without deliveryId', rejectedValue: null })),
  });
};

const candidatesOf = ({ id, secrets: { current, former } }: WebhookEndpointRecord, now: number): SecretCandidate[] => [
  { value: current, kind: 'current', webhookId: id, isValid: true },
  ...(former === undefined
    ? []
    : [{ value: former.secret, kind: 'former' as const, webhookId: id, isValid: now < former.goodUntil }]),
];

const secretsFor = (
  { secret }: SignatureRequest,
  webhookId: string | undefined,
  all: readonly SecretCandidate[],
): readonly SecretCandidate[] => {
  if (secret !== undefined) return [{ value: secret, kind: 'given', webhookId: null, isValid: true }];
  return all.filter((each) => each.isValid && (webhookId === undefined || each.webhookId === webhookId));
};

const findDelivery = (reading: Reading, id: string | undefined) => {
  if (id === undefined) return undefined;
  const delivery = reading.get(deliveries, id);
  if (delivery !== undefined) return delivery;
  throw unknownDelivery(id);
};

/** The message of the request; what it leaves out is made like an attempt of its delivery. */
const messageOf = (
  reading: Reading,
  { headers, body, encoding, webhookId }: SignatureRequest,
  {
    profile,
    endpoints,
    delivery,
    wallNow,
  }: {
    readonly profile: SignatureProfile;
    readonly endpoints: readonly WebhookEndpointRecord[];
    readonly delivery: DeliveryRecord | undefined;
    readonly wallNow: number;
  },
): ReceivedMessage => {
  if (webhookId !== undefined && !endpoints.some(({ id }) => id === webhookId))
    throw problem('not-found', {
      detail: `There is no webhook endpoint ${webhookId} in this sandbox; GET /__admin/webhooks lists them.`,
    });
  const stored = delivery === undefined ? undefined : reading.get(messages, delivery.eventId);
  const bytes =
    body === undefined ? Buffer.from(stored?.body ?? '') : Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8');
  if (headers !== undefined)
    return { headers: typeof headers === 'string' ? parseHeaderText(headers) : toPairs(headers), body: bytes };
  const endpoint = endpoints.find(({ id }) => id === delivery?.endpointId);
  if (delivery === undefined || endpoint === undefined) return { headers: [], body: bytes };
  const message = { id: delivery.eventId, body: stored?.body ?? '', at: wallNow };
  return { headers: Object.entries(sign(profile, goodSecrets(endpoint.secrets, reading.now), message)), body: bytes };
};
