import type { Sandbox } from '../sandbox/sandbox.ts';
import type { KeyLookup } from './idempotency-records.ts';

/** A request with an Idempotency-Key, and what the key means for it. */
export interface KeyUse {
  /** Keys of two sandboxes never mix. */
  readonly sandbox: Sandbox;
  readonly key: string;
  readonly fingerprint: string;
  readonly found: Exclude<KeyLookup, { readonly kind: 'in-flight' }>;
}

/** The first use of a key: its answer is stored, and the key is released in the end. */
export type FirstUse = KeyUse & { readonly found: { readonly kind: 'first' } };

export const firstUse = (use: KeyUse | undefined): FirstUse | undefined =>
  use?.found.kind === 'first' ? (use as FirstUse) : undefined;
