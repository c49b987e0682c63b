import type { ConsoleSession } from '../../src/generated/control-schemas.ts';
import { CONSOLE_PATH } from './address.ts';
import { CONSOLE_HEADERS, fetchSafely, sendJson } from './call.ts';
import { endSession, session } from './session.ts';

type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly operatorToken: string }
  /** The secret of a visitor link. */
  | { readonly link: string };

const SESSION = `${CONSOLE_PATH}/session`;

/** Asks the server who looks. */
export const readSession = async (): Promise<void> => {
  session.value = (await sendJson('GET', SESSION)) as ConsoleSession;
};

export const signIn = async (credentials: Credentials): Promise<void> => {
  session.value = (await sendJson('POST', SESSION, credentials)) as ConsoleSession;
};

export const signOut = async (): Promise<void> => {
  await fetchSafely(SESSION, { method: 'DELETE', headers: CONSOLE_HEADERS });
  endSession();
};

/** What a visitor link opens: the answer of `POST /__console/invitation`. */
export interface Invitation {
  /** What its sender calls it. */
  readonly name: string;
  /** What the sandbox begins with; `sandbox` is one that exists. */
  readonly start: 'fixtures' | 'snapshot' | 'sandbox' | { readonly snapshot: string } | { readonly storyboard: string };
  readonly uses: 'once' | 'many';
  readonly copies: 'own' | 'shared';
  readonly permission: 'everything' | 'watch';
  readonly expiresAt: string;
}

/** Reads what a link opens, without using it. */
export const readInvitation = async (link: string): Promise<Invitation> =>
  (await sendJson('POST', `${CONSOLE_PATH}/invitation`, { link })) as Invitation;
