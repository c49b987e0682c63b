import type { Sandbox } from '../sandbox/sandbox.ts';
import type { KeyLookup } from './idempotency-records.ts';

/** The Idempotency-Key of a request with its lookup result. */
export interface KeyUse {
  /** Keys are scoped to the sandbox. */
  readonly sandbox: Sandbox;
  readonly key: string;
  readonly fingerprint: string;
  readonly found: Exclude<KeyLookup, { readonly kind: 'in-flight' }>;
}

/** The first use of a key: its response is stored, and the key is released at the end. */
export type FirstUse = KeyUse & { readonly found: { readonly kind: 'first' } };

export const firstUse = (use: KeyUse | undefined): FirstUse | undefined =>
  use?.found.kind === 'first' ? (use as FirstUse) : undefined;
