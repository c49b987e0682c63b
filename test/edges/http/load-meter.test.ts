import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { createLoadMeter } from '../../../src/edges/http/load-meter.ts';

const start = () => {
  let now = 0;
  const meter = createLoadMeter({ elapsed: () => now, isProbe: (path) => path === '/ready' });
  const begin = (path = '/me') => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const counted = meter.begin(path, response);
    return { counted, close: () => response.emit('close') };
  };
  return {
    begin,
    read: meter.read,
    advance: (seconds: number) => {
      now += seconds * 1000;
    },
  };
};

test('requests of the last minute are counted, by the second', () => {
  const { begin, read, advance } = start();
  begin().close();
  advance(30);
  begin().close();
  begin('/ready').close();
  expect(read().requestsLastMinute).toBe(2);
  advance(30);
  expect(read().requestsLastMinute).toBe(1);
  begin().close();
  expect(read().requestsLastMinute).toBe(2);
  advance(600);
  expect(read().requestsLastMinute).toBe(0);
});

test('a request is in progress until its response is over, and a stream from its beginning is none', () => {
  const { begin, read } = start();
  const [one, stream] = [begin(), begin()];
  expect(read()).toMatchObject({ requestsInProgress: 2, openStreams: 0 });
  const live = {
    mediaType: 'text/event-stream',
    pieces: { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) },
  };
  stream.counted({ status: 200, headers: {}, live });
  one.counted({ status: 200, headers: {} });
  expect(read()).toMatchObject({ requestsInProgress: 1, openStreams: 1 });
  one.close();
  stream.close();
  expect(read()).toMatchObject({ requestsInProgress: 0, openStreams: 0 });
});
