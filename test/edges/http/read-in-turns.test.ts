import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { beforeEach, expect, test } from '@jest/globals';
import { readInTurns } from '../../../src/edges/http/connections.ts';

/** A server whose connections come when the test says so, in turns of an event loop that it takes itself. */
let server: EventEmitter;
let read: string[];
let turns: (() => void)[];
let mayHold: boolean;
beforeEach(() => {
  server = new EventEmitter();
  read = [];
  turns = [];
  mayHold = true;
  server.on('connection', ({ name }: { name: string }) => read.push(name));
  readInTurns(server as Server, {
    nextTurn: (task) => turns.push(task),
    hold: () => mayHold,
    isRefused: (socket) => named(socket).startsWith('refused'),
    refuse: (socket) => read.push(`${named(socket)} is told so`),
  });
});

const named = (socket: object): string => (socket as { readonly name: string }).name;

const connect = (network: string, name: string, destroyed = false): void => {
  server.emit('connection', { remoteAddress: network, name, destroyed, resume: () => undefined });
};
const takeTurn = (): void => {
  for (const task of turns.splice(0)) task();
};

test('a connection that comes alone is read at once, and so is the first of each network in a flood', () => {
  connect('10.0.0.1', 'a1');
  for (const name of ['a2', 'a3']) connect('10.0.0.1', name);
  connect('10.0.0.2', 'b1');
  expect(read).toEqual(['a1', 'b1']);
});

test('others wait while connections are coming, and are read one of each network per turn after that', () => {
  for (const name of ['a1', 'a2', 'a3']) connect('10.0.0.1', name);
  for (const name of ['b1', 'b2']) connect('10.0.0.2', name);
  takeTurn();
  expect(read).toEqual(['a1', 'b1']);
  takeTurn();
  expect(read).toEqual(['a1', 'b1', 'a2', 'b2']);
  takeTurn();
  expect(read).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  while (turns.length > 0) takeTurn();
  connect('10.0.0.1', 'a4');
  expect(read.at(-1)).toBe('a4');
});

test('a flood without end keeps nobody waiting for ever', () => {
  connect('10.0.0.1', 'a1');
  connect('10.0.0.1', 'a2');
  for (let n = 0; n < 62; n++) {
    takeTurn();
    mayHold = n < 61;
    connect('10.0.0.1', 'more');
  }
  expect(read).toEqual(['a1']);
  takeTurn();
  expect(read).toEqual(['a1', 'a2']);
});

test('what its client has closed meanwhile is not read', () => {
  connect('10.0.0.1', 'a1');
  connect('10.0.0.1', 'closed', true);
  connect('10.0.0.1', 'a2');
  for (let n = 0; n < 3; n++) takeTurn();
  expect(read).toEqual(['a1', 'a2']);
});

test('those beyond the limits are told so together, and nothing is read from them', () => {
  connect('10.0.0.1', 'a1');
  for (const name of ['refused 1', 'refused 2']) connect('10.0.0.1', name);
  connect('10.0.0.1', 'refused 3', true);
  takeTurn();
  expect(read).toEqual(['a1']);
  takeTurn();
  expect(read).toEqual(['a1', 'refused 1 is told so', 'refused 2 is told so']);
  while (turns.length > 0) takeTurn();
  connect('10.0.0.1', 'refused 4');
  for (let n = 0; n < 2; n++) takeTurn();
  expect(read.at(-1)).toBe('refused 4 is told so');
});
