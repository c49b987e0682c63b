import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type TemplateSource,
  fill,
  sourceOf,
  sourceAt,
  templateNames,
  templateDiagnostics,
  templatesIn,
  spotsIn,
} from '../../../src/engine/scenarios/template.ts';
import { SCENARIO_TEMPLATES } from '../../../src/vat/scenarios/define-scenario.ts';
import type { Json } from '../../../src/kernel/json.ts';

/** A request of this body, with these headers. */
const sourceWith = (body: unknown, headers: Readonly<Record<string, string>>): TemplateSource => {
  const exchange = {
    pathParameters: { uuid: 'a-1' },
    request: { query: 'vin=VIN', header: (name: string) => headers[name] },
    input: { body },
  };
  return sourceAt(
    sourceOf(exchange as unknown as Parameters<typeof sourceOf>[0]),
    Date.parse('2026-11-20T09:00:00.000Z'),
  );
};

const source = sourceWith(
  { amount: { value: 9007199254740993n }, vins: [{ vin: 'X' }], text: '{{now}}' },
  { 'x-trace': 'seen' },
);

test.each<[string, Json]>([
  ['{{request.path.uuid}}', 'a-1'],
  ['{{ request.query.vin }}', 'VIN'],
  ['{{request.header.X-Trace}}', 'seen'],
  ['{{request.body/vins/0/vin}}', 'X'],
  ['{{request.body/amount}}', { value: 9007199254740993n }],
  ['{{request.body/nothing}}', null],
  ['order {{request.path.uuid}} at {{now}}', 'order a-1 at 2026-11-20T09:00:00.000Z'],
  ['{{request.body/amount}} cents', '{"value":9007199254740993} cents'],
  ['[{{request.body/nothing}}]', '[]'],
  ['{{request.header.Cookie}}', null],
  ['{{request.header.}}', null],
  ['{{request.body}}', { amount: { value: 9007199254740993n }, vins: [{ vin: 'X' }], text: '{{now}}' }],
])('%s becomes its value', (text, value) => {
  expect(fill(text, source)).toEqual(value);
});

test('what comes in is not looked at again', () => {
  expect(fill('{{request.body/text}}', source)).toBe('{{now}}');
  expect(fill('-{{request.body/text}}-', source)).toBe('-{{now}}-');
});

test('values without placeholders stay as they are', () => {
  const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{')) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(plain, (value) => {
      expect(fill(value, source)).toEqual(value);
      expect(templateDiagnostics(value, 'reply')).toEqual([]);
    }),
  );
});

test('nothing but a placeholder of the list is one', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(!/[{}]/.test(name) && !name.trim().startsWith('request.') && !templateNames({}).includes(name.trim()));
      expect(templateDiagnostics(`{{${name}}}`, 'reply')).toHaveLength(1);
    }),
  );
});

test('of thousands of unknown placeholders, the first are reported, and their number', () => {
  const found = templateDiagnostics({ a: '{{nonsense}}'.repeat(30), b: '{{nonsense}}' }, 'reply');
  expect(found).toHaveLength(21);
  expect(found.at(-1)?.message).toContain('has 31 placeholders, but the maximum is 20');
});

test('an API adds placeholders, which are unknown without it', () => {
  const [fault] = templateDiagnostics('{{thing.id}}', 'reply');
  expect(fault?.message).toContain('{{thing.id}} is not a placeholder: ');
  const own = { 'thing.id': () => 'a-1' };
  expect(templateDiagnostics('{{thing.id}}', 'reply', own)).toEqual([]);
  expect(templateDiagnostics('{{thing.ix}}', 'reply', own)[0]?.message).toContain('did you mean "thing.id"?');
});

test('what an object inherits is no placeholder', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(templateDiagnostics(`{{${name}}}`, 'reply')).toHaveLength(1);
    expect(fill(`{{${name}}}`, source)).toBeNull();
  }
});

test.each([
  ['{{request.header.cookie}}', 'reply', 'would expose a credential'],
  ['{{request.body.x}}', 'reply', 'starts with a slash: write //x'],
  ['{{request.body/a~b}}', 'reply', 'has a ~ that is neither'],
  ['{{requst.id}}', 'reply', 'is not a placeholder: did you mean "request.id"?'],
  ['{{request.id}}', 'timeline', 'needs a request'],
  ['{{seller.uuid}}', 'timeline', 'needs a request'],
  ['{{state.name}}', 'timeline', 'is only available in replies'],
  ['{{state.name}}', 'timeline-of-gate', 'is only available in replies'],
  ['{{request.body/x}}', 'reply-at-received', 'at received'],
  ['{{request.path.uuid}}', 'timeline', 'needs a request'],
  ['{{random.uuid}}', 'timeline-of-state', 'is only available in replies'],
  ['{{request.body/x}}', 'timeline-of-gate', 'before the body is read'],
] as const)('where something is not known yet %s is refused in %s', (text, scope, says) => {
  expect(templateDiagnostics(text, scope, SCENARIO_TEMPLATES)[0]?.message).toContain(says);
});

test('every placeholder is found with its place', () => {
  const value = { a: ['x', '{{now}} and {{ today }}'], b: { c: '{{request.id}}' }, d: '{{open', e: null, f: 1 };
  expect(spotsIn(value)).toEqual([
    { path: ['a', 1], names: ['now', 'today'] },
    { path: ['b', 'c'], names: ['request.id'] },
  ]);
  expect(templatesIn('plain')).toEqual([]);
});

test('what is never closed is told with its place', () => {
  const message = expect.stringContaining('has an unclosed {{');
  expect(templateDiagnostics({ a: ['{{now}}', 'x {{now'], b: { c: '{{now}} {{' } }, 'reply')).toEqual([
    { path: ['a', 1], message },
    { path: ['b', 'c'], message },
  ]);
  expect(templateDiagnostics(['a }} b', 1, null], 'reply')).toEqual([]);
});

test('twenty placeholders are accepted, wherever they stand', () => {
  expect(templateDiagnostics(Array<string>(10).fill('{{now}} {{today}}'), 'reply')).toEqual([]);
  expect(templateDiagnostics([...Array<string>(10).fill('{{now}} {{today}}'), '{{now}}'], 'reply')).toEqual([
    { path: [], message: expect.stringContaining('has 21 placeholders') },
  ]);
});

test('in a text, too, no credential is sent back', () => {
  const told = sourceWith({}, { authorization: 'secret' });
  expect(fill('-{{request.header.Authorization}}-', told)).toBe('--');
  expect(fill('{{request.header.Authorization}}', told)).toBeNull();
});
