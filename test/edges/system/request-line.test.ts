import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import pino from 'pino';
import { levelOf, toRequestLine } from '../../../src/edges/system/logger.ts';

const NOW = 1_795_000_000_000;

/** What pino itself writes of the same members. */
const linesOf = (members: object): string => {
  let line = '';
  const logger = pino({ base: null, timestamp: () => `,"time":${String(NOW)}` }, { write: (text) => (line = text) });
  logger.info(members, 'request');
  return line;
};

test('the line of a request is the one that pino would write, whatever stands in the request', () => {
  fc.assert(
    fc.property(
      fc.record({
        id: fc.uuid(),
        traceId: fc.stringMatching(/^[\da-f]{32}$/),
        method: fc.constantFrom('GET', 'POST', 'QUERY'),
        path: fc.string({ unit: 'binary' }),
        operationId: fc.option(fc.string(), { nil: undefined }),
        clientId: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
        status: fc.integer({ min: 200, max: 599 }),
        source: fc.constantFrom('scenario', 'stateful', 'faked', 'engine', 'identity'),
        milliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
      }),
      (exchange) => {
        const { id: requestId, milliseconds, ...members } = exchange;
        const expected = linesOf({ requestId, ...members, ms: Math.round(milliseconds * 100) / 100 });
        expect(JSON.parse(toRequestLine(exchange, NOW))).toEqual(JSON.parse(expected));
        expect(toRequestLine(exchange, NOW).split('\n')).toHaveLength(2);
      },
    ),
  );
});

test('a refusal has its type there, and not its detail, which may name what was sent', () => {
  const exchange = {
    ...{ id: 'a', traceId: 'b', method: 'POST', path: '/v1/orders', operationId: undefined, clientId: undefined },
    ...{
      status: 422,
      source: 'engine',
      milliseconds: 1,
      refusal: { type: 'validation-error', reason: () => 'S3CRET' },
    },
  };
  expect(JSON.parse(toRequestLine(exchange, NOW))).toMatchObject({ status: 422, problem: 'validation-error' });
  expect(toRequestLine(exchange, NOW)).not.toContain('S3CRET');
});

test.each([
  ['/__admin/health', 200, 'debug'],
  ['/__admin/ready', 200, 'debug'],
  ['/__admin/ready', 503, 'info'],
  ['/v1/me', 200, 'info'],
])('%s with %i is logged at %s', (path, status, level) => {
  expect(levelOf({ path, status })).toBe(level);
});
