import { expect, test } from '@jest/globals';
import { Problem } from '../../src/kernel/problem.ts';

test('a problem is an error without a stack trace; other errors keep theirs', () => {
  const problem = new Problem({ type: 'not-found', title: 'Not found', status: 404, detail: 'There is none.' });
  expect(problem).toBeInstanceOf(Error);
  expect(problem.message).toBe('not-found: There is none.');
  expect(problem.stack).not.toContain('\n');
  expect(new Error('a bug').stack).toContain('\n    at ');
});
