import type { Habits } from './habits.ts';
import type { Time } from './time.ts';

export interface Tokens {
  readonly get: () => Promise<string>;
  /** The one in hand was refused. */
  readonly drop: () => void;
}

export interface Identity {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** "Clients should cache the token and refresh about one minute before expiry." */
const RENEWAL = 60_000;

export const createTokens = (
  { tokenUrl, clientId, clientSecret }: Identity,
  { keepsToken, renewsRefusedToken }: Habits,
  { now }: Time,
): Tokens => {
  let held: { readonly token: string; readonly renewAt: number } | undefined;
  return {
    get: async () => {
      if (keepsToken && held !== undefined && now() < held.renewAt) return held.token;
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
      const granted = (await response.json()) as { readonly access_token: string; readonly expires_in: number };
      held = { token: granted.access_token, renewAt: now() + granted.expires_in * 1000 - RENEWAL };
      return held.token;
    },
    drop: () => {
      if (renewsRefusedToken) held = undefined;
    },
  };
};
