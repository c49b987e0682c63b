import { describe, expect, test } from '@jest/globals';
import { toIsoDateTime } from '../../../src/kernel/clock.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { startKeeping } from './start-keeping.ts';
import { ticketPaths, tickets } from './tickets.ts';

describe('what a client creates', () => {
  test('is completed by the server, and comes back on reads', async () => {
    const { send, breaches, failures } = startKeeping({ paths: ticketPaths() }, [tickets()]);
    const made = await send('POST /tickets', { body: { title: 'Leak', secret: 'x', id: 77 } });
    expect(failures).toEqual([]);
    expect(made).toMatchObject({
      status: 201,
      source: 'stateful',
      headers: { location: 'http://stub.example/tickets/1' },
      body: { id: 1, title: 'Leak', status: 'open', version: 1, createdAt: toIsoDateTime(TEST_NOW) },
    });
    expect(made.body).not.toHaveProperty('secret');
    expect((await send('GET /tickets/1')).body).toEqual(made.body);
    expect((await send('GET /tickets/2')).source).toBe('faked');
    expect(breaches).toEqual([]);
  });
});
