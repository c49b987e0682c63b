import { TOKEN_ERRORS } from '../generated/token-errors.ts';
import { type ApiRequest, BodyTooLarge, jsonContent, type Reply } from '../kernel/http.ts';
import { decodeLeniently } from '../kernel/path.ts';
import type { ClientDirectory } from './client-directory.ts';
import type { Organization } from './organization.ts';
import { ANY_TOKEN_PATH, REALM } from './realm.ts';
import type { GuessLimit } from './guess-limit.ts';
import { TOKEN_LIFETIME, type Tokens } from './tokens.ts';

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16_384;

/** Headers of every response of this endpoint, including errors, as the identity provider sends them. */
const HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The token endpoint for `client_credentials`: "There is no user login. No scopes are defined." */
export const createTokenEndpoint = ({
  tokens,
  clients,
  profile,
  guesses,
  prepare,
}: {
  readonly tokens: Tokens;
  readonly clients: ClientDirectory;
  readonly profile: IdentityProfile;
  readonly guesses: GuessLimit;
  /** Loads an organization's sandbox, so that its clock can be read. */
  readonly prepare: (organization: Organization) => unknown;
}) => {
  const answer = async (request: ApiRequest): Promise<Reply> => {
    const form = await readForm(request);
    const wait = await guesses.waitOf(request);
    if (wait > 0) return tooManyGuesses(wait);
    checkGrant(form);
    const credentials = readCredentials(request, form);
    const known = clients.find(credentials.clientId ?? '');
    // The rotation window ends by the sandbox's clock, so the sandbox must be loaded.
    if (known !== undefined && clients.secretsOf(known.client.clientId)?.previous !== undefined)
      await prepare(known.organization);
    const { member, secretNumber } = authenticateClient(credentials, clients);
    return {
      status: 200,
      headers: HEADERS,
      content: jsonContent({
        access_token: await tokens.issue(member, request.origin, {
          realm: ANY_TOKEN_PATH.exec(request.path)?.[1],
          secretNumber,
        }),
        expires_in: TOKEN_LIFETIME,
        refresh_expires_in: 0,
        token_type: 'Bearer',
        'not-before-policy': 0,
        scope: '',
      }),
    };
  };
  return async (request: ApiRequest): Promise<Reply> => {
    try {
      return await answer(request);
    } catch (error) {
      if (!(error instanceof TokenRefusal)) throw error;
      if (GUESSES.has(error.reason)) await guesses.failed(request);
      return renderRefusal(error, profile, request.header('authorization') !== undefined);
    }
  };
};

/** Refusals of a client id or secret that may have been guessed. */
const GUESSES: ReadonlySet<TokenErrorCause> = new Set(['unknown-client', 'wrong-secret']);

const tooManyGuesses = (seconds: number): Reply => ({
  status: 429,
  headers: { ...HEADERS, 'retry-after': String(seconds) },
  content: jsonContent({
    error: 'temporarily_unavailable',
    error_description: `Too many wrong client ids or secrets came from this address: wait ${seconds} seconds`,
  }),
});

/**
 * Renders an error of RFC 6749, section 5.2: not a problem document, since the token endpoint belongs to another
 * service.
 */
const renderRefusal = ({ reason, found }: TokenRefusal, profile: IdentityProfile, triedHeader: boolean): Reply => {
  const { status, error, description } = TOKEN_ERRORS[reason][profile];
  // Only a client that used the Authorization header gets a challenge: libraries would show it to other clients instead
  // of the error code.
  const challenged = status === 401 && CHALLENGES[profile] && triedHeader;
  return {
    status,
    headers: challenged ? { ...HEADERS, 'www-authenticate': `Basic realm="${REALM}"` } : HEADERS,
    content: jsonContent({ error, error_description: description.replace('{}', () => found) }),
  };
};

/** The client that a request for a token names; undefined if it names none, or is none. */
export const readClientId = async (request: ApiRequest): Promise<string | undefined> => {
  if (request.method !== 'POST' || !ANY_TOKEN_PATH.test(request.path)) return undefined;
  try {
    return readCredentials(request, await readForm(request)).clientId;
  } catch {
    // Whoever answers it says so.
    return undefined;
  }
};

const readForm = async (request: ApiRequest): Promise<URLSearchParams> => {
  const contentType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (contentType !== FORM) throw new TokenRefusal('wrong-content-type', contentType ?? 'missing');
  const form = new URLSearchParams(Buffer.from(await readBytes(request)).toString('utf8'));
  for (const name of new Set(form.keys()))
    if (form.getAll(name).length > 1) throw new TokenRefusal('duplicate-parameter', name);
  return form;
};

const readBytes = async (request: ApiRequest): Promise<Uint8Array> => {
  try {
    return await request.readBody(MAX_FORM_BYTES);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new TokenRefusal('form-too-large', String(MAX_FORM_BYTES));
  }
};

const checkGrant = (form: URLSearchParams): void => {
  const grant = form.get('grant_type');
  if (grant === null || grant === '') throw new TokenRefusal('missing-grant-type');
  if (grant === 'password') throw new TokenRefusal('password-grant');
  if (grant !== 'client_credentials') throw new TokenRefusal('unsupported-grant-type');
  if (form.has('username') || form.has('password')) throw new TokenRefusal('user-credentials');
};

interface Credentials {
  readonly clientId: string | undefined;
  readonly secret: string | undefined;
}

/** Form fields, or HTTP Basic; a form field overrides its half of the header. */
const readCredentials = (request: ApiRequest, form: URLSearchParams): Credentials => {
  const basic = readBasic(request.header('authorization') ?? '');
  return {
    clientId: form.get('client_id') ?? basic?.clientId,
    secret: form.get('client_secret') ?? basic?.secret,
  };
};

const readBasic = (header: string): Credentials | undefined => {
  const encoded = /^Basic ([\w+/]+=*)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { clientId: fromForm(id), secret: fromForm(secret.join(':')) };
};

/** RFC 6749, section 2.3.1: both halves are form-encoded before they become Basic credentials. */
const fromForm = (text: string): string => decodeLeniently(text.replaceAll('+', ' '));

const authenticateClient = ({ clientId, secret }: Credentials, clients: ClientDirectory) => {
  if (clientId === undefined || clientId === '') throw new TokenRefusal('missing-client-id');
  const member = clients.find(clientId);
  if (member === undefined) throw new TokenRefusal('unknown-client');
  if (!member.client.enabled) throw new TokenRefusal('disabled-client');
  if (secret === undefined || secret === '') throw new TokenRefusal('missing-secret');
  const secretNumber = clients.secretNumber(clientId, secret);
  if (secretNumber === undefined) throw new TokenRefusal('wrong-secret');
  if (member.client.serviceAccountsEnabled === false) throw new TokenRefusal('service-accounts-off');
  return { member, secretNumber };
};

/** Error format of the token endpoint: as the description documents it, or as a Keycloak server sends it. */
type IdentityProfile = 'default' | 'keycloak';

export type TokenErrorCause = keyof typeof TOKEN_ERRORS;

/** A refusal of the token endpoint, to be rendered: the reason, and the received value. */
class TokenRefusal extends Error {
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
const CHALLENGES: Readonly<Record<IdentityProfile, boolean>> = { default: true, keycloak: false };
