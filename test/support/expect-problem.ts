import { expect } from '@jest/globals';
import { isListed, toTypeUri } from '../../src/engine/problems/problem.ts';
import { PROBLEMS } from '../../src/vat/policy/problem.ts';
import type { ApiAnswer } from './api-client.ts';

export interface ExpectedProblem {
  readonly status: number;
  /** A name of the catalogue; may be left out for a status that has one type only, and for one that has none. */
  readonly type?: string;
  /** The request path. */
  readonly instance: string;
  /** What the detail must say: the place and the remedy. */
  readonly detail: string | RegExp;
}

/** The types that no operation lists: of each status there is one. */
const ONLY_TYPES = new Map<number, string>(
  [...PROBLEMS].filter(([name]) => !isListed(name)).map(([name, { status }]) => [status, name]),
);

/** Holds an answer against what every problem has: media type, type URI, title, status, detail, instance, trace id. */
export const expectProblem = (
  { status, headers, body }: ApiAnswer,
  { url }: { readonly url: string },
  expected: ExpectedProblem,
): void => {
  expect({ status, detail: body?.detail }).toEqual({ status: expected.status, detail: expect.any(String) });
  expect(headers['content-type']).toBe('application/problem+json');
  expect(body).toMatchObject({
    type: toTypeUri(expected.type ?? ONLY_TYPES.get(expected.status) ?? 'about:blank', url),
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
