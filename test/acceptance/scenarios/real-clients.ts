import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import axios, { AxiosError } from 'axios';
import { Agent, request } from 'undici';

/** A call as every HTTP client can make it. */
export interface PlainCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds, as the client understands its time-out. */
  readonly timeout: number;
}

/** What its caller is told: a status with a body, or the client's own word for what went wrong. */
export type Told =
  | { readonly status: number; readonly body: string }
  | { readonly error: string; readonly message: string };

export interface RealClient {
  readonly name: string;
  /** Why it cannot be asked on this machine. */
  readonly missing: string | undefined;
  readonly call: (call: PlainCall) => Promise<Told>;
}

const tell = (error: unknown): Told => {
  const { name, code, message, cause } = error as Error & { readonly code?: unknown; readonly cause?: unknown };
  // fetch wraps what happened into "fetch failed" and "terminated".
  if (name === 'TypeError' && cause !== undefined) return tell(cause);
  return { error: typeof code === 'string' ? code : name, message };
};

const asTold = (work: Promise<Told>): Promise<Told> => work.catch(tell);

const undiciClient: RealClient = {
  name: 'undici',
  missing: undefined,
  call: ({ method, url, headers, body, timeout }) => {
    const dispatcher = new Agent({ headersTimeout: timeout, bodyTimeout: timeout });
    const ask = async (): Promise<Told> => {
      try {
        const answer = await request(url, { method, headers, body: body ?? null, dispatcher });
        return { status: answer.statusCode, body: await answer.body.text() };
      } finally {
        await dispatcher.destroy();
      }
    };
    return asTold(ask());
  },
};

const fetchClient: RealClient = {
  name: 'fetch',
  missing: undefined,
  call: ({ method, url, headers, body, timeout }) => {
    const ask = async (): Promise<Told> => {
      const signal = AbortSignal.timeout(timeout);
      const answer = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
      return { status: answer.status, body: await answer.text() };
    };
    return asTold(ask());
  },
};

const axiosClient: RealClient = {
  name: 'axios',
  missing: undefined,
  call: ({ method, url, headers, body, timeout }) => {
    const ask = async (): Promise<Told> => {
      const answer = await axios.request<string>({
        method,
        url,
        headers,
        data: body,
        timeout,
        responseType: 'text',
        transformResponse: (text: string) => text,
        validateStatus: () => true,
        proxy: false,
      });
      return { status: answer.status, body: answer.data };
    };
    return ask().catch((error: unknown) =>
      error instanceof AxiosError ? { error: error.code ?? error.name, message: error.message } : tell(error),
    );
  },
};

const PROGRAM = fileURLToPath(new URL('urllib-client.py', import.meta.url));

const PYTHON = spawnSync('python3', ['--version']).status === 0 ? undefined : 'there is no python3 on this machine';

const urllibClient: RealClient = {
  name: 'urllib',
  missing: PYTHON,
  call: ({ timeout, ...call }) =>
    new Promise((resolve, reject) => {
      const child = execFile('python3', ['-I', PROGRAM], (error, out) => {
        if (error !== null) {
          reject(new Error(`python3 failed: ${error.message}`));
          return;
        }
        const told = JSON.parse(out) as ['answer', number, string] | [string, string];
        resolve(told.length === 3 ? { status: told[1], body: told[2] } : { error: told[0], message: told[1] });
      });
      child.stdin?.end(JSON.stringify({ ...call, timeout: timeout / 1000 }));
    }),
};

export const REAL_CLIENTS: readonly RealClient[] = [undiciClient, fetchClient, axiosClient, urllibClient];
