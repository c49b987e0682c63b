import { CONSOLE_PATH } from '../address/address.ts';
import { CONSOLE_HEADERS, fetchSafely, readRefused } from './call.ts';
import { Refusal } from './refusal.ts';
import { endSession, type Session, session } from './session-state.ts';

export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly operatorToken: string }
  /** The secret of a visitor link. */
  | { readonly link: string };

const send = async (method: string, body?: Credentials): Promise<Response> =>
  fetchSafely(`${CONSOLE_PATH}/session`, {
    method,
    headers: { ...CONSOLE_HEADERS, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Asks the server who looks. */
export const readSession = async (): Promise<void> => {
  const response = await send('GET');
  if (!response.ok) throw new Refusal(await readRefused(response));
  session.value = (await response.json()) as Session;
};

export const signIn = async (credentials: Credentials): Promise<void> => {
  const response = await send('POST', credentials);
  if (!response.ok) throw new Refusal(await readRefused(response));
  session.value = (await response.json()) as Session;
};

export const signOut = async (): Promise<void> => {
  await send('DELETE');
  endSession();
};
