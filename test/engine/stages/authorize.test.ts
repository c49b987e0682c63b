import { expect, test } from '@jest/globals';
import { authorize } from '../../../src/engine/stages/authorize.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, runOn } from './exchange-of.ts';

const caller = callerOf('STANDARD');
const parameter = (change: object) => ({ name: 'sellerId', in: 'path', namesPartner: true, ...change });
const operationWith = (change: object) => operationOf({ parameters: [parameter(change)] as never });
const pathParameters = { sellerId: 's-1' };

const start = () => {
  const asked: unknown[] = [];
  const stage = authorize(partsOf({ authorize: (...question: readonly unknown[]) => void asked.push(question) }));
  return { asked, stage };
};

test('the rule decides for an organization and the partner that the path names', async () => {
  const { asked, stage } = start();
  expect(await runOn(stage, { operation: operationWith({}), caller, pathParameters })).toEqual({ partner: 's-1' });
  expect(asked).toEqual([[caller.organization, 's-1']]);
});

test.each([
  ['another parameter', { namesPartner: false }],
  ['one outside of the path', { in: 'query' }],
])('%s names none', async (_what, change) => {
  const { asked, stage } = start();
  expect(await runOn(stage, { operation: operationWith(change), caller, pathParameters })).toEqual({
    partner: undefined,
  });
  expect(asked).toEqual([[caller.organization, undefined]]);
});

test('of a caller without an organization nothing is asked', async () => {
  const { asked, stage } = start();
  for (const unknown of [undefined, { ...caller, organization: undefined }])
    expect(await runOn(stage, { operation: operationWith({}), caller: unknown, pathParameters })).toEqual({
      partner: undefined,
    });
  expect(asked).toEqual([]);
});

test('what the rule throws ends the request', async () => {
  const refusing = (): never => {
    throw new Error('refused');
  };
  const stage = authorize(partsOf({ authorize: refusing }));
  await expect(runOn(stage, { operation: operationWith({}), caller, pathParameters })).rejects.toThrow('refused');
});
