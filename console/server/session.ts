import { CONSOLE_PATH } from './address.ts';
import { CONSOLE_HEADERS, Refusal, fetchSafely, readRefused } from './call.ts';
import { type Session, endSession, session } from './session-state.ts';

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

/** What a visitor link opens: the answer of `POST /__console/invitation`. */
export interface Invitation {
  /** What its sender calls it. */
  readonly name: string;
  /** What the sandbox begins with; `sandbox` is one that exists. */
  readonly start: 'fixtures' | 'snapshot' | 'sandbox' | { readonly persona: string } | { readonly storyboard: string };
  readonly uses: 'once' | 'many';
  readonly copies: 'own' | 'shared';
  readonly permission: 'everything' | 'watch';
  readonly expiresAt: string;
}

/** Reads what a link opens, without using it. */
export const readInvitation = async (link: string): Promise<Invitation> => {
  const response = await fetchSafely(`${CONSOLE_PATH}/invitation`, {
    method: 'POST',
    headers: { ...CONSOLE_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return (await response.json()) as Invitation;
};
