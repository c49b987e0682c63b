import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** What clients often do wrong, for the tests of this project. A client of yours has nothing of the kind. */
export type Mistake = 'token-per-call' | 'new-key' | 'no-if-match' | 'status-not-type' | 'unsigned-webhook';

export const MISTAKE = process.env['MISTAKE'] as Mistake | undefined;

const MOST_ATTEMPTS = 3;
/** A token is renewed this long before it expires. Milliseconds. */
const RENEWAL = 60_000;

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** The last part of its `type`: what a client decides by. */
  readonly type: string;

  constructor(status: number, body: { readonly type?: string; readonly detail?: string }) {
    super(body.detail ?? `the answer was ${String(status)}`);
    this.status = status;
    this.type = body.type?.split('/').at(-1) ?? '';
  }
}

/** Whether the same request may be accepted later. */
const mayPass = ({ status, type }: Problem): boolean => {
  if (MISTAKE === 'status-not-type' && status === 409) return true;
  return status >= 500 || type === 'idempotency-key-in-flight';
};

export interface Account {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Request {
  readonly body?: object;
  readonly ifMatch?: string | undefined;
}

interface Answer<T> {
  readonly body: T;
  readonly etag: string | undefined;
}

export interface Buyer {
  readonly uuid: string;
  readonly companyName: string;
}

/** Waits `patience` milliseconds before the second attempt, twice as long before the third. */
export const createOrderClient = (account: Account, patience = 200) => {
  let cached: { readonly token: string; readonly renewAt: number } | undefined;

  const getToken = async (): Promise<string> => {
    if (cached !== undefined && Date.now() < cached.renewAt && MISTAKE !== 'token-per-call') return cached.token;
    const form = {
      grant_type: 'client_credentials',
      client_id: account.clientId,
      client_secret: account.clientSecret,
    };
    const response = await fetch(account.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    if (!response.ok) throw new Error(`no token: ${await response.text()}`);
    const { access_token, expires_in } = (await response.json()) as { access_token: string; expires_in: number };
    cached = { token: access_token, renewAt: Date.now() + expires_in * 1000 - RENEWAL };
    return access_token;
  };

  const send = async <T>(method: string, path: string, key: string, { body, ifMatch }: Request): Promise<Answer<T>> => {
    const response = await fetch(account.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${await getToken()}`,
        ...(method !== 'GET' && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && MISTAKE !== 'no-if-match' && { 'if-match': ifMatch }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // A gateway may answer something else than JSON.
    const answer: unknown = await response.json().catch(() => ({}));
    if (!response.ok) throw new Problem(response.status, answer as object);
    return { body: answer as T, etag: response.headers.get('etag') ?? undefined };
  };

  /** The key is drawn once for what is to be done, and sent with every attempt. */
  const call = async <T>(method: string, path: string, request: Request = {}): Promise<Answer<T>> => {
    const key = randomUUID();
    for (let attempt = 1; ; attempt++) {
      try {
        return await send<T>(method, path, MISTAKE === 'new-key' ? randomUUID() : key, request);
      } catch (error) {
        if (attempt === MOST_ATTEMPTS || (error instanceof Problem && !mayPass(error))) throw error;
        await pause(patience * attempt);
      }
    }
  };

  return {
    saveBuyer: async (seller: string, buyer: object): Promise<Buyer> =>
      (await call<Buyer>('POST', `/partners/${seller}/buyers`, { body: buyer })).body,

    createOrder: async (seller: string, order: object): Promise<{ readonly uuid: string }> =>
      (await call<{ readonly uuid: string }>('POST', `/partners/${seller}/orders`, { body: order })).body,

    /** Changes the version that it has read. If another client was faster, it reads again. */
    renameBuyer: async (seller: string, buyer: string, companyName: string): Promise<Buyer> => {
      const path = `/partners/${seller}/buyers/${buyer}`;
      for (let attempt = 1; ; attempt++) {
        const { etag } = await call('GET', path);
        try {
          return (await call<Buyer>('PATCH', path, { body: { companyName }, ifMatch: etag })).body;
        } catch (error) {
          const isOutdated = error instanceof Problem && error.type === 'version-mismatch';
          if (attempt === MOST_ATTEMPTS || !isOutdated) throw error;
        }
      }
    },

    /** Returns the secret that signs deliveries: it is shown only once. */
    registerWebhook: async (url: string, events: readonly string[]): Promise<string> =>
      (await call<{ readonly secret: string }>('POST', '/webhooks', { body: { url, events } })).body.secret,
  };
};
