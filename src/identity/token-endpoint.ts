import { createHash, timingSafeEqual } from 'node:crypto';
import { type ApiRequest, BodyTooLarge, type Reply, jsonContent } from '../kernel/http.ts';
import type { Client, ClientDirectory, Membership } from './organization.ts';
import { TOKEN_LIFETIME, type Tokens } from './tokens.ts';

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16_384;

/** What the identity provider sends with every answer of this endpoint, errors too. */
const HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

type ErrorCode = 'invalid_client' | 'invalid_grant' | 'invalid_request';

/** An error of RFC 6749, section 5.2: not a problem document, since the token endpoint is another service's. */
class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, description: string) {
    super(description);
    this.code = code;
    this.status = code === 'invalid_client' ? 401 : 400;
  }
}

/** The token endpoint for `client_credentials`: "There is no user login. No scopes are defined." */
export const createTokenEndpoint = (tokens: Tokens, clients: ClientDirectory) => {
  const answer = async (request: ApiRequest): Promise<Reply> => {
    const form = await readForm(request);
    checkGrant(form);
    const member = authenticateClient(readCredentials(request, form), clients);
    return {
      status: 200,
      headers: HEADERS,
      content: jsonContent({
        access_token: await tokens.issue(member, request.origin),
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
      if (!(error instanceof TokenError)) throw error;
      return {
        status: error.status,
        headers: error.status === 401 ? { ...HEADERS, 'www-authenticate': 'Basic realm="integration"' } : HEADERS,
        content: jsonContent({ error: error.code, error_description: error.message }),
      };
    }
  };
};

const readForm = async (request: ApiRequest): Promise<URLSearchParams> => {
  const contentType = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (contentType !== FORM)
    throw new TokenError('invalid_request', `Content-Type must be ${FORM}, but is ${contentType ?? 'missing'}`);
  try {
    const form = new URLSearchParams(Buffer.from(await request.readBody(MAX_FORM_BYTES)).toString('utf8'));
    for (const name of new Set(form.keys()))
      if (form.getAll(name).length > 1) throw new TokenError('invalid_request', `duplicated parameter: ${name}`);
    return form;
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new TokenError('invalid_request', `The form is larger than ${String(MAX_FORM_BYTES)} bytes`);
  }
};

const checkGrant = (form: URLSearchParams): void => {
  const grant = form.get('grant_type');
  if (grant === null || grant === '') throw new TokenError('invalid_request', 'Missing form parameter: grant_type');
  // "`invalid_grant` (wrong grant type, or username/password sent)"
  if (grant !== 'client_credentials')
    throw new TokenError('invalid_grant', 'grant_type must be client_credentials, in lower case');
  if (form.has('username') || form.has('password'))
    throw new TokenError('invalid_grant', 'Do not send username or password: there is no user login');
};

interface Credentials {
  readonly clientId: string;
  readonly secret: string;
}

/** Form fields, or HTTP Basic; the form wins when both are there. */
const readCredentials = (request: ApiRequest, form: URLSearchParams): Credentials => {
  const clientId = form.get('client_id');
  if (clientId !== null && form.has('client_secret')) return { clientId, secret: form.get('client_secret') ?? '' };
  const basic = /^Basic ([\w+/]+=*)$/i.exec(request.header('authorization') ?? '')?.[1];
  if (basic === undefined) return { clientId: clientId ?? '', secret: '' };
  const [id = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { clientId: fromForm(id), secret: fromForm(secret.join(':')) };
};

/** RFC 6749, section 2.3.1: both halves are form-encoded before they become Basic credentials. */
const fromForm = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** One text for every cause: which half was wrong is nobody's business. */
const REFUSED = 'Invalid client or Invalid client credentials';

const authenticateClient = ({ clientId, secret }: Credentials, clients: ClientDirectory): Membership => {
  const member = clients.find(clientId);
  if (member === undefined || !isSecret(member.client, secret) || !member.client.enabled)
    throw new TokenError('invalid_client', REFUSED);
  return member;
};

/** Compared by digest: the same length for any input, and no time that tells how much of it was right. */
const isSecret = ({ clientSecret }: Client, secret: string): boolean =>
  timingSafeEqual(digest(clientSecret), digest(secret));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
