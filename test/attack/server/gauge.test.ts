import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Gauge } from './gauge.ts';

let child: ChildProcess;
beforeAll(async () => {
  const gauge = path.join(import.meta.dirname, 'gauge.ts');
  child = fork(path.join(import.meta.dirname, 'planted-stalls.ts'), {
    execArgv: ['--import', gauge, '--disable-warning=ExperimentalWarning'],
  });
  await next('names');
});
afterAll(() => {
  child.kill('SIGKILL');
});

type Message = Readonly<Record<string, unknown>>;

const next = async (name: string): Promise<Message> => {
  for (;;) {
    const [message] = (await once(child, 'message')) as [Message];
    if (name in message) return message;
  }
};

const ask = async (): Promise<Gauge> => {
  child.send(1);
  return (await next('gauge'))['gauge'] as Gauge;
};

const play = async (plant: string): Promise<Gauge> => {
  await ask();
  child.send({ plant });
  await next('planted');
  return ask();
};

test.each(['a chain of promises', 'a chain of ticks', 'a timer', 'an immediate', 'a stream', 'a request'])(
  'the gauge catches %s that holds the event loop',
  async (plant) => {
    const { callback, turns } = await play(plant);
    expect(callback.own).toBeGreaterThan(70);
    expect(turns.busiest).toBeGreaterThan(70);
  },
);

test('the callbacks of a flood are not summed up, but their turn is', async () => {
  await ask();
  child.send({ plant: 'a flood' });
  const { port, connections } = (await next('port')) as { port: number; connections: number };
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'));
  await next('ready');
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await next('planted');
  const { callback, turns } = await ask();
  for (const socket of sockets) socket.destroy();
  expect(turns.busiest).toBeGreaterThan(70);
  expect(callback.own).toBeLessThan(25);
});

test('the callbacks of a timer are not summed up', async () => {
  const { callback } = await play('a timer of an idle server');
  expect(callback.own).toBeGreaterThan(5);
  expect(callback.own).toBeLessThan(25);
});

test('a loop that stands still without CPU time is told from one that works', async () => {
  const { callback, turns } = await play('a wait without the processor');
  expect(turns.blocked).toBeGreaterThan(150);
  expect(callback.own).toBeLessThan(25);
});
