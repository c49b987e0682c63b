import { expect, test } from '@jest/globals';
import { PROBLEM_TYPES } from '../../../src/vat/policy/problem-types.ts';
import { problem } from '../../../src/vat/policy/problem.ts';

/** The status catalog of the API description. */
const DESCRIBED = {
  400: ['malformed-request'],
  401: ['unauthorized'],
  403: ['forbidden', 'capability-required', 'dpa-not-accepted'],
  404: ['not-found'],
  409: ['version-mismatch', 'resource-exists-different-body', 'milestone-already-set'],
  422: ['validation-error', 'idempotency-key-reused'],
  429: ['rate-limited'],
  500: ['internal-error'],
} as const;

test.each(Object.entries(DESCRIBED).flatMap(([status, types]) => types.map((type) => [type, Number(status)] as const)))(
  '%s has status %s',
  (type, status) => {
    expect(problem(type, { detail: 'This occurrence.' }).members).toMatchObject({
      type,
      status,
      title: PROBLEM_TYPES[type].title,
      detail: 'This occurrence.',
    });
  },
);

test('every type has a title', () => {
  for (const { title } of Object.values(PROBLEM_TYPES)) expect(title).toMatch(/^[A-Z][a-z-]+( [a-z-]+)*$/);
});
