import { expect, test } from '@jest/globals';
import { fill, NO_SOURCE, sourceOf, sourceOfUse, sourceAt } from '../../../src/engine/scenarios/template.ts';
import { SCENARIO_TEMPLATES } from '../../../src/vat/scenarios/define-scenario.ts';
import { createRandom } from '../../../src/kernel/random.ts';

const exchange = {
  id: 'req-1',
  traceId: 'trace-1',
  partner: 'seller-1',
  pathParameters: { uuid: 'o-1' },
  input: { body: { a: 1 } },
  request: {
    query: 'page=2&tag=a&tag=b',
    header: (name: string) => (name === 'x-trace' ? 'seen' : undefined),
  },
} as unknown as Parameters<typeof sourceOf>[0];

const NOW = Date.UTC(2026, 10, 20, 9, 30);

test('placeholders take their values from the request, the clock, the state and chance', () => {
  const use = { now: NOW, random: createRandom('a'), state: 'Started', secondsLeft: 7 };
  const source = sourceOfUse(sourceOf(exchange, SCENARIO_TEMPLATES), use);
  const text = [
    '{{request.path.uuid}} {{request.query.page}} {{request.header.X-Trace}} {{request.body/a}}',
    '{{request.id}} {{request.traceId}} {{seller.uuid}} {{now}} {{today}} {{state.name}} {{state.secondsLeft}}',
  ];
  expect(fill(text, source)).toEqual([
    'o-1 2 seen 1',
    'req-1 trace-1 seller-1 2026-11-20T09:30:00.000Z 2026-11-20 Started 7',
  ]);
  expect(fill('{{random.uuid}}', source)).toMatch(/^[0-9a-f]{8}-/);
});

test('without a move to come one second is left, and without a seller there is none', () => {
  const use = { now: NOW, random: createRandom('a'), state: 'Started', secondsLeft: undefined };
  const { partner: _none, ...nobodys } = exchange;
  const source = sourceOfUse(sourceOf(nobodys, SCENARIO_TEMPLATES), use);
  expect(fill(['{{state.secondsLeft}}', '{{seller.uuid}}'], source)).toEqual([1, null]);
});

test('where there is no request there is the clock', () => {
  const text = '{{now}} {{today}} {{request.path.uuid}}{{request.query.page}}{{request.header.a}}{{request.body/a}}';
  expect(fill(text, sourceAt(NO_SOURCE, NOW))).toBe('2026-11-20T09:30:00.000Z 2026-11-20 ');
});
