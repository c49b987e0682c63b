import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { toTerminalLine } from '../../../src/edges/system/logger.ts';

const exchange = {
  ...{ id: '0f7c', traceId: 'b', method: 'POST', path: '/v1/orders', operationId: 'createOrder', clientId: 'demo' },
  ...{
    status: 422,
    source: 'engine',
    milliseconds: 1.234,
    refusal: { type: 'validation-error', reason: () => 'a\nb is required.' },
  },
};
const PLAIN = { colorize: false, tellsReasons: true };

test('the line of a refused request tells the type of the problem, the reason and the id', () => {
  expect(toTerminalLine(exchange, PLAIN)).toBe(
    'POST /v1/orders 422 engine 1.23 ms validation-error: a b is required. request 0f7c',
  );
  expect(toTerminalLine({ ...exchange, refusal: undefined, status: 201, source: 'stateful' }, PLAIN)).toBe(
    'POST /v1/orders 201 stateful 1.23 ms request 0f7c',
  );
});

test('the reason stays away from files, and a long one is cut', () => {
  expect(toTerminalLine(exchange, { ...PLAIN, tellsReasons: false })).not.toContain('is required');
  const long = { ...exchange, refusal: { type: 'forbidden', reason: () => 'x'.repeat(5000) } };
  expect(toTerminalLine(long, PLAIN).length).toBeLessThan(300);
});

test.each([
  [200, 32],
  [304, 36],
  [404, 33],
  [500, 31],
])('%i has the colour of its class', (status, code) => {
  const line = toTerminalLine({ ...exchange, status }, { ...PLAIN, colorize: true });
  expect(line).toContain(`\u001b[${String(code)}m${String(status)}\u001b[39m`);
  // Without colour nothing is lost.
  expect(stripVTControlCharacters(line)).toBe(toTerminalLine({ ...exchange, status }, PLAIN));
});
