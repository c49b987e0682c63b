import type { ApiRequest } from '../../kernel/http.ts';
import { notExpected, readJson } from './read-json.ts';

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
