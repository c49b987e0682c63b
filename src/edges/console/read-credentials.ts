import { problem } from '../../engine/problems/problem.ts';
import { type ApiRequest, BodyTooLarge } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import { toEssence } from '../../kernel/media-type.ts';

/** Headers of all responses about sessions. */
export const SESSION_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export type Credentials =
  | { readonly kind: 'client'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'operator'; readonly operatorToken: string }
  | { readonly kind: 'link'; readonly link: string };

const EXPECTED = '{"clientId": "...", "clientSecret": "..."}, {"operatorToken": "..."} or {"link": "..."}';

/** Reads the body of `POST /__console/session`, which has credentials of one kind. */
export const readCredentials = async (request: ApiRequest): Promise<Credentials> => {
  const { clientId, clientSecret, operatorToken, link } = await readJson(request, EXPECTED);
  const isAbsent = (...others: readonly unknown[]): boolean => others.every((one) => one === undefined);
  if (typeof link === 'string' && isAbsent(clientId, clientSecret, operatorToken)) return { kind: 'link', link };
  if (typeof operatorToken === 'string' && isAbsent(clientId, link)) return { kind: 'operator', operatorToken };
  if (typeof clientId === 'string' && typeof clientSecret === 'string' && isAbsent(operatorToken, link))
    return { kind: 'client', clientId, clientSecret };
  throw notExpected(EXPECTED);
};

const MAX_SIGN_IN_BYTES = 4096;

/** Reads the small JSON object of a sign-in; throws 400 with `expected`, what the body must be. */
export const readJson = async (request: ApiRequest, expected: string): Promise<Readonly<Record<string, unknown>>> => {
  if (toEssence(request.header('content-type') ?? '') !== 'application/json')
    throw problem('malformed-request', { detail: `Send application/json: ${expected}.` });
  const body = parse(await readText(request, expected));
  if (isObject(body)) return body;
  throw notExpected(expected);
};

export const notExpected = (expected: string): Error =>
  problem('malformed-request', { detail: `The body must be ${expected}.` });

const readText = async (request: ApiRequest, expected: string): Promise<string> => {
  try {
    return Buffer.from(await request.readBody(MAX_SIGN_IN_BYTES)).toString('utf8');
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw problem('malformed-request', {
      detail: `The body must be ${expected}, of at most ${String(MAX_SIGN_IN_BYTES)} bytes.`,
    });
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
