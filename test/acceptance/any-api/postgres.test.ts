import { afterEach, expect, test } from '@jest/globals';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';
import { HELP_DESK, type Ticket } from './help-desk.ts';

describePostgres('servers of any API on one database', (database) => {
  const started: StartedMock[] = [];
  let receiver: Receiver | undefined;
  const stopAll = async (): Promise<void> => {
    for (const one of started.splice(0)) await one.stop();
  };
  afterEach(async () => {
    await stopAll();
    await receiver?.stop();
  });

  test('what is created at one is at the others, is told once, and outlives them', async () => {
    const databaseUrl = database.freshUrl();
    const start = async (): Promise<StartedMock> => {
      const one = await startMock({ spec: HELP_DESK, databaseUrl });
      started.push(one);
      return one;
    };
    receiver = await startReceiver();
    const [here, there] = [await start(), await start()];
    succeed(await createAdminClient(here)('POST', '/webhooks', { body: { url: receiver.urlOf() } }));

    const titles = ['one', 'two', 'three', 'four', 'five', 'six'];
    const sent = titles.map((title, index) =>
      [here, there][index % 2]!.api.post('/tickets', { title }, { headers: { 'idempotency-key': title } }),
    );
    const created = (await Promise.all(sent)).map((response) => succeed(response).body as Ticket);
    const again = await there.api.post('/tickets', { title: 'one' }, { headers: { 'idempotency-key': 'one' } });
    expect(again.body).toEqual(created[0]);
    const [{ id }] = created as [Ticket];
    succeed(await there.api.post(`/tickets/${id}/close`, undefined));
    succeed(await there.api.post(`/tickets/${id}/comments`, { text: 'Done' }));
    for (const { api } of started) {
      expect(succeed(await api.get('/tickets')).body.data).toHaveLength(6);
      expect(succeed(await api.get('/tickets?status=closed')).body.data).toMatchObject([{ id, title: 'one' }]);
    }
    for (const { mock } of started) await mock.idle();
    const told = receiver.received.map(({ body }) => {
      const { type, ticket } = body as { readonly type: string; readonly ticket: Ticket };
      return `${type} ${ticket.title}`;
    });
    expect(told.toSorted()).toEqual(
      [...titles.map((title) => `ticket.created ${title}`), 'ticket.closed one'].toSorted(),
    );

    // What nobody created can be deleted, too.
    const unborn = '/tickets/6f1de0f8-2f70-4a2e-8b0d-0d0d3f1c9d11';
    expect((await here.api.delete(unborn)).status).toBe(204);
    for (const { api } of started) expect((await api.get(unborn)).status).toBe(404);

    await stopAll();
    const { api } = await start();
    expect(succeed(await api.get(`/tickets/${id}`)).body).toMatchObject({ title: 'one', status: 'closed' });
    expect(succeed(await api.get(`/tickets/${id}/comments`)).body).toMatchObject([{ text: 'Done' }]);
    expect((await api.get(unborn)).status).toBe(404);
  });
});
