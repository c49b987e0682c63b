import { call } from './call.ts';

/** A token of the API for one of the sandbox's own clients, for what a person sends from the console. */
export const accessToken = async (clientId: string): Promise<string> => {
  const { accessToken: token } = await call('POST', '/clients/{clientId}/access-token', { path: { clientId } });
  return token;
};
