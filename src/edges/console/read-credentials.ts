import { problem } from '../../engine/problems/problem.ts';
import { type ApiRequest, BodyTooLarge } from '../../kernel/http.ts';
import { isObject } from '../../kernel/is-object.ts';
import { toEssence } from '../../kernel/media-type.ts';

export type Credentials =
  | { readonly kind: 'client'; readonly clientId: string; readonly clientSecret: string }
  | { readonly kind: 'operator'; readonly operatorToken: string }
  | { readonly kind: 'link'; readonly link: string };

const MAX_SIGN_IN_BYTES = 4096;

/** Reads the body of `POST /__console/session`. */
export const readCredentials = async (request: ApiRequest): Promise<Credentials> => {
  if (toEssence(request.header('content-type') ?? '') !== 'application/json')
    throw problem('malformed-request', { detail: `Send application/json: ${EXPECTED}.` });
  const body = parse(await readText(request));
  if (isObject(body)) {
    const { clientId, clientSecret, operatorToken, link, ...others } = body as Record<string, unknown>;
    const isAlone = [clientId, clientSecret, operatorToken, ...Object.values(others)].every((one) => one === undefined);
    if (typeof link === 'string' && isAlone) return { kind: 'link', link };
    if (typeof operatorToken === 'string' && clientId === undefined && link === undefined)
      return { kind: 'operator', operatorToken };
    if (
      typeof clientId === 'string' &&
      typeof clientSecret === 'string' &&
      operatorToken === undefined &&
      link === undefined
    )
      return { kind: 'client', clientId, clientSecret };
  }
  throw problem('malformed-request', { detail: `The body must be ${EXPECTED}.` });
};

const EXPECTED = '{"clientId": "...", "clientSecret": "..."}, {"operatorToken": "..."} or {"link": "..."}';

const readText = async (request: ApiRequest): Promise<string> => {
  try {
    return Buffer.from(await request.readBody(MAX_SIGN_IN_BYTES)).toString('utf8');
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw problem('malformed-request', {
      detail: `The body must be ${EXPECTED}, of at most ${String(MAX_SIGN_IN_BYTES)} bytes.`,
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
