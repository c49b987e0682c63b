/** Error format of the token endpoint: as the description documents it, or as a Keycloak server sends it. */
export type IdentityProfile = 'default' | 'keycloak';

interface TokenError {
  readonly status: 400 | 401 | 415;
  /** Error code of RFC 6749, section 5.2. */
  readonly error:
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_request'
    | 'unauthorized_client'
    | 'unsupported_grant_type';
  /** `{}` is a placeholder for the received value. */
  readonly description: string;
}

/** One text for every cause, in both profiles, so that it does not disclose which half was wrong. */
const CREDENTIALS = 'Invalid client or Invalid client credentials';

/**
 * "`invalid_client` (wrong client id or secret, client disabled, or service-account roles disabled)". The status is
 * that of RFC 6749; the description only gives codes.
 */
const INVALID_CLIENT: TokenError = { status: 401, error: 'invalid_client', description: CREDENTIALS };

/** Keycloak uses a different code for a known client with wrong credentials. */
const UNAUTHORIZED_CLIENT: TokenError = { status: 401, error: 'unauthorized_client', description: CREDENTIALS };

const badRequest = (description: string): TokenError => ({ status: 400, error: 'invalid_request', description });

/** "`invalid_grant` (wrong grant type, or username/password sent)". */
const badGrant = (description: string): TokenError => ({ status: 400, error: 'invalid_grant', description });

const inBoth = (error: TokenError): Record<IdentityProfile, TokenError> => ({ default: error, keycloak: error });

/**
 * Error for each cause. Keycloak's responses were recorded or read in its sources (versions 24 to 26); it plans to
 * unify its codes. The checks run in this order, which is Keycloak's, in both profiles: a bad grant type hides a bad
 * secret.
 */
export const TOKEN_ERRORS = {
  'wrong-content-type': {
    default: badRequest('Content-Type must be application/x-www-form-urlencoded, but is {}'),
    keycloak: { status: 415, error: 'invalid_request', description: 'HTTP 415 Unsupported Media Type' },
  },
  'form-too-large': inBoth(badRequest('The form is larger than {} bytes')),
  'duplicate-parameter': {
    default: badRequest('duplicated parameter: {}'),
    keycloak: badRequest('duplicated parameter'),
  },
  'missing-grant-type': inBoth(badRequest('Missing form parameter: grant_type')),
  'password-grant': {
    default: badGrant('grant_type must be client_credentials: there is no user login'),
    keycloak: {
      status: 400,
      error: 'unauthorized_client',
      description: 'Client not allowed for direct access grants',
    },
  },
  'unsupported-grant-type': {
    default: badGrant('grant_type must be client_credentials, in lower case'),
    keycloak: { status: 400, error: 'unsupported_grant_type', description: 'Unsupported grant_type' },
  },
  // Keycloak would ignore them. The description refuses them, and no recorded response contradicts that.
  'user-credentials': inBoth(badGrant('Do not send username or password: there is no user login')),
  'missing-client-id': inBoth(INVALID_CLIENT),
  'unknown-client': inBoth(INVALID_CLIENT),
  'disabled-client': inBoth(INVALID_CLIENT),
  'missing-secret': { default: INVALID_CLIENT, keycloak: UNAUTHORIZED_CLIENT },
  'wrong-secret': { default: INVALID_CLIENT, keycloak: UNAUTHORIZED_CLIENT },
  'service-accounts-off': {
    default: INVALID_CLIENT,
    keycloak: {
      status: 401,
      error: 'unauthorized_client',
      description: 'Client not enabled to retrieve service account',
    },
  },
} as const satisfies Record<string, Readonly<Record<IdentityProfile, TokenError>>>;

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
