import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { cpuMilliseconds } from './watch-callbacks.ts';

// A process with the gauge, for its test: holds its event loop in the ways in which a server may.

const STALL = 80;
const CONNECTIONS = 150;

const burn = (milliseconds: number): void => {
  const end = cpuMilliseconds() + milliseconds;
  while (cpuMilliseconds() < end);
};

/** Waits without CPU time, and without the event loop. */
const sleepHard = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const server = createServer((_incoming, outgoing) => {
  burn(1);
  outgoing.end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const tell = (message: object): void => {
  process.send?.(message);
};

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const plants: Record<string, () => Promise<void>> = {
  'a chain of promises': async () => {
    for (let step = 0; step < STALL; step++) {
      await Promise.resolve();
      burn(1);
    }
  },
  'a chain of ticks': () =>
    new Promise((resolve) => {
      const next = (left: number): void => {
        burn(1);
        if (left > 0) process.nextTick(next, left - 1);
        else resolve();
      };
      process.nextTick(next, STALL);
    }),
  'a timer': () =>
    new Promise((resolve) => {
      setTimeout(() => {
        burn(STALL);
        resolve();
      }, 1);
    }),
  'a timer of an idle server': () =>
    new Promise((resolve) => {
      let left = STALL / 8;
      const timer = setInterval(() => {
        burn(8);
        if (--left > 0) return;
        clearInterval(timer);
        resolve();
      }, 30);
    }),
  'an immediate': () =>
    new Promise((resolve) => {
      setImmediate(() => {
        burn(STALL);
        resolve();
      });
    }),
  'a stream': async () => {
    const stream = new PassThrough();
    stream.on('data', () => burn(STALL));
    stream.end('piece');
    await once(stream, 'end');
  },
  'a request': async () => {
    server.once('request', () => burn(STALL));
    await (await fetch(`http://127.0.0.1:${String(port)}/`)).arrayBuffer();
  },
  'a wait without the processor': async () => {
    sleepHard(200);
    await tick();
  },
  // The parent sends a request on each of its connections while this process sleeps: one turn finds them all ready.
  'a flood': async () => {
    let connected = 0;
    server.on('connection', () => connected++);
    tell({ port, connections: CONNECTIONS });
    while (connected < CONNECTIONS) await tick();
    let left = CONNECTIONS;
    const done = new Promise<void>((resolve) => {
      server.on('request', () => {
        if (--left === 0) resolve();
      });
    });
    tell({ ready: true });
    await tick();
    sleepHard(500);
    await done;
  },
};

process.on('message', (message) => {
  const plant = typeof message === 'object' ? plants[(message as { plant: string }).plant] : undefined;
  if (plant === undefined) return;
  void tick()
    .then(plant)
    .then(tick)
    .then(() => tell({ planted: true }));
});
process.channel?.ref();
tell({ names: Object.keys(plants) });
