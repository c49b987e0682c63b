import { problem } from '../../engine/problems/problem.ts';
import { type ApiRequest, BodyTooLarge } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import { toEssence } from '../../kernel/media-type.ts';

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
