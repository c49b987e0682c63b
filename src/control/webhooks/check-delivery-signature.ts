import { alternativeIn } from '../../engine/assumptions/register.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { checkSignature, parseHeaderText, toPairs } from '../../engine/webhooks/check-signature.ts';
import { messages } from '../../engine/webhooks/delivery.ts';
import {
  EVERY_ENDPOINT,
  type WebhookEndpointRecord,
  goodSecrets,
  webhookEndpoints,
} from '../../engine/webhooks/endpoint.ts';
import type { SecretCandidate } from '../../engine/webhooks/signature-causes.ts';
import {
  ASSUMED_PROFILES,
  KNOWN_PROFILES,
  type SignatureProfile,
  readMessage,
  sign,
} from '../../engine/webhooks/signature.ts';
import type { SignatureCheck, SignatureRequest } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { needDelivery } from './receivers.ts';

export const createSignatureCheck =
  ({
    profile: usual,
    wall,
  }: {
    /** The profile of the server; sandboxes may have another assumption. */
    readonly profile: SignatureProfile;
    readonly wall: Clock;
  }) =>
  async (sandbox: Sandbox, request: SignatureRequest): Promise<SignatureCheck> => {
    checkComplete(request);
    const wallNow = wall.now();
    const profile = alternativeIn(sandbox.assumed, ASSUMED_PROFILES, usual);
    const { endpoints, message, sentBody, sandboxNow, webhookId } = await sandbox.read((reading) => {
      const all = reading.findAll(webhookEndpoints, EVERY_ENDPOINT);
      const { deliveryId } = request;
      const delivery = deliveryId === undefined ? undefined : needDelivery(reading, deliveryId);
      if (request.webhookId !== undefined && !all.some(({ id }) => id === request.webhookId))
        throw problem(
          'not-found',
          `There is no webhook endpoint ${request.webhookId} in this sandbox; GET /__admin/webhooks lists them.`,
        );
      const stored = delivery === undefined ? '' : (reading.get(messages, delivery.eventId)?.body ?? '');
      const receiver = all.find(({ id }) => id === delivery?.endpointId);
      // What the request leaves out is made like an attempt of its delivery.
      const made =
        delivery === undefined || receiver === undefined
          ? {}
          : sign(profile, goodSecrets(receiver.secrets, reading.now), {
              id: delivery.eventId,
              body: stored,
              at: wallNow,
            });
      const { body = stored, encoding, headers = made } = request;
      const received = {
        headers: typeof headers === 'string' ? parseHeaderText(headers) : toPairs(headers),
        body: Buffer.from(body, request.body !== undefined && encoding === 'base64' ? 'base64' : 'utf8'),
      };
      const { id } = readMessage(profile, received);
      return {
        endpoints: all,
        message: received,
        sandboxNow: reading.now,
        sentBody: reading.get(messages, id === '' ? (delivery?.eventId ?? '') : id)?.body,
        webhookId: request.webhookId ?? delivery?.endpointId,
      };
    });
    const all = endpoints.flatMap((endpoint) => candidatesOf(endpoint, sandboxNow));
    const at = request.at === undefined ? wallNow : Date.parse(request.at);
    const check = await sandbox.inSlices(
      checkSignature({
        profile,
        sentBody,
        at,
        wallNow,
        sandboxNow,
        ...message,
        otherProfiles: KNOWN_PROFILES.filter(({ name }) => name !== profile.name),
        secrets: secretsFor(request, webhookId, all),
        knownSecrets: all,
      }),
    );
    const { separator: _separator, ...shown } = profile;
    return {
      ...check,
      profile: shown,
      headersFrom: request.headers === undefined ? 'made-now' : 'request',
      headers: message.headers.map(([name, value]) => ({ name, value })),
      body: new TextDecoder().decode(message.body),
      comparedWith: toIsoDateTime(at),
      sandboxTime: toIsoDateTime(sandboxNow),
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
