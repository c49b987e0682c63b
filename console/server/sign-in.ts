import type { ConsoleSession, VisitorInvitation } from '../../src/generated/control-schemas.ts';
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

/** Reads what a link opens, without using it. */
export const readInvitation = async (link: string): Promise<VisitorInvitation> =>
  (await sendJson('POST', `${CONSOLE_PATH}/invitation`, { link })) as VisitorInvitation;
