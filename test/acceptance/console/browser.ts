import type { StartedMock } from '../../support/start-mock.ts';

export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- as of any answer, until an assertion looks at it
  readonly body: any;
}

interface BrowserCall {
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser with the page of the console: it keeps the cookie, and says where its requests come from. */
export interface ConsoleBrowser {
  readonly call: (method: string, path: string, call?: BrowserCall) => Promise<BrowserAnswer>;
  readonly signIn: (credentials: object, headers?: BrowserCall['headers']) => Promise<BrowserAnswer>;
  readonly session: () => Promise<BrowserAnswer>;
  /** What it sends with each request; undefined before the first sign-in. */
  readonly cookie: () => string | undefined;
}

export const SESSION = '/__console/session';

export const openBrowser = ({ mock }: Pick<StartedMock, 'mock'>, url = mock.url): ConsoleBrowser => {
  let cookie: string | undefined;
  const call: ConsoleBrowser['call'] = async (method, path, { body, headers = {} } = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: url }),
        'x-vatmock-console': '1',
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = answer.headers.get('set-cookie');
    if (set !== null) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    call,
    signIn: (body, headers = {}) => call('POST', SESSION, { body, headers }),
    session: () => call('GET', SESSION),
    cookie: () => cookie,
  };
};
