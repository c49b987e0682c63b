import { expect, test } from '@jest/globals';
import { checkCapabilities } from '../../../src/engine/stages/check-capabilities.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { operationOf, partsOf, refusalOf, runOn } from './exchange-of.ts';

const caller = callerOf('STANDARD');
const able = { ...caller, organization: { ...caller.organization, capabilities: { first: true } } };
const json = (value: unknown) => ({ kind: 'json', value, holdsBigInt: false });
const needing = (...requiredCapabilities: readonly object[]) => operationOf({ requiredCapabilities } as never);

const start = () => {
  const compiled: object[] = [];
  const stage = checkCapabilities(
    partsOf({
      compileSchema: (schema: object) => {
        compiled.push(schema);
        return (value: { readonly many?: boolean }) => value.many === true;
      },
    }),
  );
  return { compiled, stage };
};

test('an operation without requirements is open to everybody', async () => {
  expect(await runOn(start().stage, { operation: needing(), caller, body: json({}) })).toEqual({});
});

test('a capability that is needed by every call is demanded of organizations that lack it', async () => {
  const { stage } = start();
  const operation = needing({ capability: 'first', dependsOnResource: false });
  expect(await refusalOf(stage, { operation, caller, body: json({}) })).toMatchObject({
    type: 'capability-required',
    status: 403,
    detail: expect.stringContaining('first'),
  });
  expect(await runOn(stage, { operation, caller: able, body: json({}) })).toEqual({});
  expect(await runOn(stage, { operation, caller: undefined, body: json({}) })).toEqual({});
});

test('or by some bodies, by a schema that is compiled once', async () => {
  const { compiled, stage } = start();
  const operation = needing({ capability: 'first', dependsOnResource: false, when: { required: ['many'] } });
  expect(await runOn(stage, { operation, caller, body: json({}) })).toEqual({});
  expect(await runOn(stage, { operation, caller, body: { kind: 'none' } })).toEqual({});
  expect(await refusalOf(stage, { operation, caller, body: json({ many: true }) })).toMatchObject({ status: 403 });
  expect(compiled).toEqual([{ type: 'object', required: ['many'] }]);
});

test('one that hangs on the resource is left to the behaviour', async () => {
  const operation = needing({ capability: 'first', dependsOnResource: true });
  expect(await runOn(start().stage, { operation, caller, body: json({}) })).toEqual({});
});
