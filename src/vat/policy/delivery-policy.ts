import type { Alternatives } from '../../engine/assumptions/register.ts';
import type { DeliveryPolicy } from '../../engine/webhooks/delivery.ts';
import type { SignatureProfile } from '../../engine/webhooks/signature.ts';
import { DELIVERIES } from '../../generated/deliveries.ts';
import { parseDuration } from '../../kernel/duration.ts';

const { waits, jitter, span, autoPause, retention, profiles } = DELIVERIES;
const { 'decoded-key': decodedKey, ...named } = profiles;

/** By the name in the setting. */
export const SIGNATURE_PROFILES: Readonly<Record<string, SignatureProfile>> = named;

/** Assumption: signature-format. */
export const ASSUMED_PROFILES: Alternatives<SignatureProfile> = [
  ['signature-format=standard-webhooks', profiles['standard-webhooks']],
  ['signature-format=github', profiles.github],
  ['signature-format=decoded-key', decodedKey],
];

/** All of them, to find the one that a message was signed with. */
export const KNOWN_PROFILES: readonly SignatureProfile[] = Object.values(profiles);

export const MOST_ATTEMPTS = waits.length + 1;

export const DELIVERY_POLICY: DeliveryPolicy = {
  retries: { waits: waits.map(parseDuration), jitter, span: parseDuration(span) },
  autoPause: { failures: autoPause.failures, duration: parseDuration(autoPause.duration) },
  retention: parseDuration(retention),
  assumedProfiles: ASSUMED_PROFILES,
};
