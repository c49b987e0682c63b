import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createMock } from 'vatmock';
import { createTickets } from './tickets.js';

let mock;
let tickets;
before(async () => {
  mock = await createMock({ spec: 'node_modules/vatmock/docs/examples/helpdesk.yaml', state: 'strict' });
  tickets = createTickets({ baseUrl: mock.baseUrl, token: 'anything' });
});
beforeEach(() => mock.reset());
after(() => mock.close());

test('a ticket that was renamed is in the list under its new title', async () => {
  const { id } = await tickets.open('The door does not close');
  assert.equal((await tickets.get(id)).title, 'The door does not close');
  await tickets.rename(id, 'The door does not open');
  const { data } = await tickets.list();
  assert.deepEqual(
    data.map(({ title }) => title),
    ['The door does not open'],
  );
});
