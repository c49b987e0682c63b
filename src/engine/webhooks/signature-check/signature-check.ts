import type { SignatureProfile } from '../signing/signature-profile.ts';

/** A secret that a signature may have been made with. */
export interface SecretCandidate {
  readonly value: string;
  /** `former`: the one before the rotation. */
  readonly kind: 'given' | 'current' | 'former';
  readonly webhookId: string | null;
  /** False for a former secret whose window has ended. */
  readonly isValid: boolean;
}

/** A message to check, and what the server knows about it. */
export interface SignatureQuestion {
  readonly profile: SignatureProfile;
  /** The other profiles that a sender may have used. */
  readonly otherProfiles: readonly SignatureProfile[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The secrets to verify with. */
  readonly secrets: readonly SecretCandidate[];
  /** All secrets of the sandbox, to find the one that was used. */
  readonly knownSecrets: readonly SecretCandidate[];
  /** The body that this server sends for the event of the message; undefined if it knows no such event. */
  readonly sentBody: string | undefined;
  /** The time that the time stamp is compared with, and what the clocks show. Milliseconds. */
  readonly at: number;
  readonly wallNow: number;
  readonly sandboxNow: number;
}

type StepName = 'headers' | 'timestamp' | 'content' | 'digest' | 'comparison';

/** One step of a receiver that verifies a signature. */
export interface SignatureStep {
  readonly step: StepName;
  /** Null if it cannot be decided, or does not apply to the profile. */
  readonly passed: boolean | null;
  readonly detail: string;
}

export interface SignatureComparison {
  readonly secret: SecretCandidate['kind'];
  readonly webhookId: string | null;
  readonly expected: string;
  readonly received: string | null;
  readonly equal: boolean;
  /** Position of the first differing character, from 1. */
  readonly firstDifference: number | null;
}

type CauseName =
  | 'missing-header'
  | 'malformed-header'
  | 'body-reserialized'
  | 'body-changed'
  | 'wrong-secret'
  | 'expired-secret'
  | 'secret-altered'
  | 'secret-decoding'
  | 'wrong-profile'
  | 'signed-content'
  | 'digest-encoding'
  | 'clock'
  | 'unknown';

export interface Cause {
  readonly cause: CauseName;
  readonly detail: string;
  readonly remedy: string;
}

export interface SignatureCheck {
  /** A correct receiver accepts the message. */
  readonly genuine: boolean;
  readonly steps: readonly SignatureStep[];
  readonly signed: { readonly text: string; readonly bytes: number; readonly complete: boolean } | null;
  readonly comparisons: readonly SignatureComparison[];
  /** What is most likely wrong; empty if it is genuine. */
  readonly causes: readonly Cause[];
}

/** Position of the first difference between two texts, from 1; null if they are equal. */
export const firstDifference = (one: string, other: string): number | null => {
  if (one === other) return null;
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index++) if (one[index] !== other[index]) return index + 1;
  return shorter + 1;
};
