import { expect, test } from '@jest/globals';
import { NOTHING_ASSUMED } from '../../../src/engine/assumptions/assumed.ts';
import { ENGINE_PROBLEMS } from '../../../src/engine/problems/catalogue.ts';
import { validateRequest } from '../../../src/engine/stages/validate-request.ts';
import { assuming } from '../assuming.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';

const violation = (field: string) => ({ field, message: 'is wrong', rejectedValue: 1 });
const fault = (field: string, place = 'query', change: object = {}) => ({
  parameter: { name: field, in: place, ...change },
  violation: violation(field),
});

const start = ({ faults = [] as object[], violations = [] as object[], choices = [] as readonly string[] } = {}) =>
  validateRequest(
    partsOf({
      contract: { document: {}, problems: ENGINE_PROBLEMS },
      assumedIn: () => (choices.length === 0 ? NOTHING_ASSUMED : assuming(...choices)),
      requestValidator: () => ({
        parameters: () => ({ values: { query: { a: 1 } }, faults }),
        body: ({ value }: { readonly value?: unknown }) => ({ value, violations }),
      }),
    }),
  );
const exchange = {
  request: requestOf({ query: 'a=1&b=2' }),
  operation: operationOf(),
  pathParameters: {},
  sandbox: undefined,
  body: { kind: 'json', value: { c: 3 }, content: { schema: undefined } },
};

test('a valid request brings its values', async () => {
  expect(await runOn(start(), exchange)).toEqual({ input: { parameters: { query: { a: 1 } }, body: { c: 3 } } });
});

test('one violation is the detail, several are counted; all are listed', async () => {
  expect(await refusalOf(start({ violations: [violation('c')] }), exchange)).toMatchObject({
    type: 'validation-error',
    status: 422,
    detail: 'c is wrong.',
    errors: [violation('c')],
  });
  expect(await refusalOf(start({ faults: [fault('a')], violations: [violation('')] }), exchange)).toMatchObject({
    detail: '2 violations; the first: a is wrong.',
    errors: [violation('a'), violation('')],
  });
  expect(await refusalOf(start({ violations: [violation('')] }), exchange)).toMatchObject({
    detail: 'The body is wrong.',
  });
});

test('a parameter may be refused with a problem type of its own', async () => {
  const faults = [fault('a'), fault('b', 'header', { violationProblem: 'malformed-request' })];
  expect(await refusalOf(start({ faults }), exchange)).toMatchObject({ status: 400, detail: 'Header b is wrong.' });
});

test('the Idempotency-Key is left to its own stage where that comes later', async () => {
  const faults = [fault('idempotency-key', 'header')];
  expect(await refusalOf(start({ faults }), exchange)).toMatchObject({ errors: [violation('idempotency-key')] });
  for (const choice of ['order-of-checks=validation-first', 'order-of-checks=key-last'])
    expect(await runOn(start({ faults, choices: [choice] }), exchange)).toHaveProperty('input');
  expect(await refusalOf(start({ faults, choices: ['order-of-checks=limit-first'] }), exchange)).toMatchObject({
    status: 422,
  });
});

test('unknown query parameters are refused where that is assumed', async () => {
  const refused = (choice: string) => refusalOf(start({ choices: [choice] }), exchange);
  expect(await refused('unknown-query-parameters=validation-error')).toMatchObject({ status: 422 });
  expect(await refused('unknown-query-parameters=malformed-request')).toMatchObject({
    status: 400,
    detail: expect.stringContaining('Query parameter a'),
  });
});
