import { expect } from '@jest/globals';
import type { ApiAnswer } from './api-client.ts';

export interface ExpectedProblem {
  readonly status: number;
  /** A name of the catalogue; without it the status is all there is to say (`about:blank`). */
  readonly type?: string;
  /** The request path. */
  readonly instance: string;
  /** What the detail must say: the place and the remedy. */
  readonly detail: string | RegExp;
}

/** Holds an answer against what every problem has: media type, type URI, title, status, detail, instance, trace id. */
export const expectProblem = (
  { status, headers, body }: ApiAnswer,
  { url }: { readonly url: string },
  expected: ExpectedProblem,
): void => {
  expect({ status, detail: body?.detail }).toEqual({ status: expected.status, detail: expect.any(String) });
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({
    type: expected.type === undefined ? 'about:blank' : `${url}/problems/${expected.type}`,
    title: expect.stringMatching(/\w/),
    status: expected.status,
    instance: expected.instance,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  if (typeof expected.detail === 'string') expect(body.detail).toContain(expected.detail);
  else expect(body.detail).toMatch(expected.detail);
};

/** The short form: a problem of the catalogue, by status and type. */
export const expectRefusal = ({ status, headers, body }: ApiAnswer, expected: number, type: string): void => {
  expect({ status, type: String(body?.type).split('/').at(-1) }).toEqual({ status: expected, type });
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body.detail).toMatch(/\w.*\.$/s);
};
