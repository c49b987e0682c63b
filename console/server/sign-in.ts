import type { ConsoleSession } from '../../src/generated/control-schemas.ts';
import { CONSOLE_PATH } from './address.ts';
import { sendJson } from './call.ts';
import { endSession, session } from './session.ts';

const SESSION = `${CONSOLE_PATH}/session`;

/** Asks the server who looks. */
export const readSession = async (): Promise<void> => {
  session.value = await sendJson<ConsoleSession>('GET', SESSION);
};

/** With a client, the operator's token, or the secret of a visitor link. */
export const signIn = async (
  credentials:
    | { readonly clientId: string; readonly clientSecret: string }
    | { readonly operatorToken: string }
    | { readonly link: string },
): Promise<void> => {
  session.value = await sendJson<ConsoleSession>('POST', SESSION, credentials);
};

export const signOut = async (): Promise<void> => {
  await sendJson('DELETE', SESSION);
  endSession();
};
