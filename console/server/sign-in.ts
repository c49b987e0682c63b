import type { ConsoleSession, VisitorInvitation } from '../../src/generated/control-schemas.ts';
import { CONSOLE_PATH } from './address.ts';
import { sendJson } from './call.ts';
import { endSession, session } from './session.ts';

type Credentials =
  | { readonly clientId: string; readonly clientSecret: string }
  | { readonly operatorToken: string }
  /** The secret of a visitor link. */
  | { readonly link: string };

const SESSION = `${CONSOLE_PATH}/session`;

/** Asks the server who looks. */
export const readSession = async (): Promise<void> => {
  session.value = await sendJson<ConsoleSession>('GET', SESSION);
};

export const signIn = async (credentials: Credentials): Promise<void> => {
  session.value = await sendJson<ConsoleSession>('POST', SESSION, credentials);
};

export const signOut = async (): Promise<void> => {
  await sendJson('DELETE', SESSION);
  endSession();
};

/** Reads what a link opens, without using it. */
export const readInvitation = (link: string) =>
  sendJson<VisitorInvitation>('POST', `${CONSOLE_PATH}/invitation`, { link });
