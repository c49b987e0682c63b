import { signal } from '@preact/signals';

/** Who looks: at a local server everybody may; at a hosted one a client of a sandbox, or the operator. */
export type Session =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'local' }
  | { readonly kind: 'client'; readonly sandbox: string; readonly clientId: string }
  | { readonly kind: 'operator' };

export const session = signal<Session>({ kind: 'unknown' });
