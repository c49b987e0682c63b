import type { TOKEN_ERRORS } from '../generated/token-errors.ts';

/** Error format of the token endpoint: as the description documents it, or as a Keycloak server sends it. */
export type IdentityProfile = 'default' | 'keycloak';

export type TokenErrorCause = keyof typeof TOKEN_ERRORS;

/** A refusal of the token endpoint, to be rendered: the reason, and the received value. */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal';
  readonly reason: TokenErrorCause;
  readonly found: string;

  constructor(reason: TokenErrorCause, found = '') {
    super(reason);
    this.reason = reason;
    this.found = found;
  }
}

/**
 * Whether a 401 has a challenge. RFC 6749 requires it for a client that tried a Basic header, and RFC 9110 for every
 * 401; Keycloak sends none. Libraries report a challenge differently from a body, so a profile must match its server.
 */
export const CHALLENGES: Readonly<Record<IdentityProfile, boolean>> = { default: true, keycloak: false };
