import { describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { loadOrganizations } from '../../../src/edges/files/load-organizations.ts';
import { loadScenario } from '../../../src/edges/files/load-scenarios.ts';
import { FileError } from '../../../src/kernel/file-error.ts';
import { salvage } from '../../../src/edges/files/salvage.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { loadScenarioSchema } from '../../support/scenario-schema.ts';

describe('what is left of a value', () => {
  /** Everything that is `'bad'` does not fit. */
  const badIn = (value: Json, path: (string | number)[] = []): (string | number)[][] => {
    if (value === 'bad') return [path];
    if (typeof value !== 'object' || value === null) return [];
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((item, index) => badIn(item, [...path, index]))
      : Object.entries(value).flatMap(([key, item]) => badIn(item ?? null, [...path, key]));
  };

  test('lacks what does not fit, and knows where the rest stood', () => {
    const whole = { a: 'bad', b: [{ c: 1 }, 'bad', { c: 'bad', d: 2 }, 'bad', { e: 3 }] };
    const left = salvage(whole, (value) => badIn(value));
    expect(left?.value).toEqual({ b: [{ c: 1 }, { d: 2 }, { e: 3 }] });
    expect(left?.toOriginal(['b', 2, 'e'])).toEqual(['b', 4, 'e']);
    expect(left?.toOriginal(['b', 1, 'd'])).toEqual(['b', 2, 'd']);
    expect(left?.isTouched(['b', 2, 'd'])).toBe(false);
    expect(left?.isTouched(['b', 2])).toBe(true);
    expect(whole.b).toHaveLength(5);
  });

  test('is nothing where the whole does not fit', () => {
    expect(salvage('bad', (value) => badIn(value))).toBeUndefined();
    expect(salvage({ a: 1 }, () => [['a']])).toBeUndefined();
  });
});

test('organizations are told of their shape and of what stands twice at once', async () => {
  const own = await readFile(new URL('../../../fixtures/organizations.yaml', import.meta.url), 'utf8');
  const text = own
    .replace('    dpaAccepted: true', '    dpaAcepted: true')
    .replace('clientId: api-client-high-volume', 'clientId: api-client-enterprise');
  const folder = await createTempFolder({ 'organizations.yaml': text });
  const error = await loadOrganizations(folder.file('organizations.yaml')).catch((reason: unknown) => reason);
  const told = (error as FileError).faults.map(({ message }) => message).join('\n');
  expect(told).toContain('unknown key "dpaAcepted"');
  expect(told).toContain('client api-client-enterprise stands twice');
  await folder.remove();
});

test('a scenario is told of its shape and of its contents at once, each at its line', async () => {
  const folder = await createTempFolder({
    'both.yaml': `scenario: both
steps:
  - { on: createOrder, times: many, reply: pass }
  - { on: createOrdr, reply: pass }
  - { on: createOrder, reply: { problem: internal-eror } }
expcet: []
timeline:
  - { at: PT1H, emit: kyc.done }
`,
  });
  const error = await loadScenario(folder.file('both.yaml'), { scenarioSchema: await loadScenarioSchema() }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FileError);
  const told = (error as FileError).faults.map(({ line, message }) => `${String(line)} ${message}`);
  expect(told).toEqual([
    expect.stringMatching(/^6 .*unknown key "expcet"/),
    expect.stringMatching(/^3 .*times must be integer/),
    expect.stringMatching(/^4 .*no operation "createOrdr"/),
    expect.stringMatching(/^5 .*no problem type "internal-eror"/),
    expect.stringMatching(/^8 .*no event "kyc\.done"/),
  ]);
  await folder.remove();
});
