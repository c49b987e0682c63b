import { beforeEach as before, expect, test as check } from '@jest/globals';

/** As much of Playwright's test runner as the example needs; no browser is driven there. */
interface Fixtures {
  readonly baseURL: string;
  readonly request: {
    readonly get: (path: string) => Promise<Answer>;
    readonly post: (path: string, options?: { readonly form?: Record<string, string> }) => Promise<Answer>;
  };
}

interface Answer {
  readonly json: () => Promise<unknown>;
}

const baseURL = process.env['STUB_URL'] ?? '';

const fixtures: Fixtures = {
  baseURL,
  request: {
    get: (path) => fetch(baseURL + path),
    post: (path, { form } = {}) =>
      fetch(baseURL + path, { method: 'POST', ...(form === undefined ? {} : { body: new URLSearchParams(form) }) }),
  },
};

type Body = (fixtures: Fixtures) => Promise<void>;

const withFixtures = (name: string, body: Body): void => {
  check(name, () => body(fixtures));
};

export const test = Object.assign(withFixtures, {
  beforeEach: (body: Body): void => {
    before(() => body(fixtures));
  },
});

const expectWithMessage = (value: unknown, _message?: string) => expect(value);

export { expectWithMessage as expect };
