import { afterEach, expect, test } from '@jest/globals';
import { type Mock, createMock } from '../../../src/index.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { findPort } from '../../support/find-port.ts';
import { type Stream, listenToStream } from '../../support/listen-to-stream.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type DirectorClient, type Show, createDirectorClient, shownBy } from '../storyboards/director.ts';
import { type ReplicaProcess, startReplicaProcesses, stopReplicas } from '../../support/replicas/replica-processes.ts';
import { isLongForm } from '../../support/long-form.ts';

/** In links of answers, whichever server gives them; nobody listens there. */
const PUBLIC_URL = 'http://127.0.0.1:9';

/** A step that lasts as long as its receiver does not answer, and one after it. */
const waitingFor = (url: string): string => `storyboard: waiting
title: Waiting
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - title: Who we are
        sentence: One call says who we are.
        actions: [{ call: getOrganization }]
      - title: A slow receiver
        sentence: It does not answer.
        actions:
          - { call: createWebhook, body: { url: '${url}', events: ['compliance.*'] }, save: { endpoint: /id } }
          - call: testWebhook
            params: { id: '{{saved.endpoint}}' }
            body: { eventType: compliance.status_changed, data: { test: true } }
          - { control: advanceClock, body: { by: PT1S } }
      - title: Who we still are
        sentence: One call says it again.
        actions: [{ call: getOrganization }]
`;

describePostgres('a show on three servers', (database) => {
  const mocks: Mock[] = [];
  const streams: Stream[] = [];
  const receivers: Receiver[] = [];
  let processes: ReplicaProcess[] = [];
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.leave();
    for (const receiver of receivers.splice(0)) await receiver.stop();
    for (const mock of mocks.splice(0)) await mock.close();
    await stopReplicas(processes.splice(0));
  });

  const start = async (databaseUrl?: string): Promise<DirectorClient & { readonly url: string }> => {
    const port = await findPort();
    const options = { port, clock: createTestClock(), seed: '42', delays: 'skip', publicUrl: PUBLIC_URL } as const;
    const mock = await createMock({ ...options, ...(databaseUrl && { databaseUrl }) });
    mocks.push(mock);
    const url = `http://127.0.0.1:${String(port)}`;
    return { url, ...createDirectorClient({ url }) };
  };

  const startThree = async () => {
    const databaseUrl = database.freshUrl();
    return [await start(databaseUrl), await start(databaseUrl), await start(databaseUrl)] as const;
  };

  const follow = async (url: string): Promise<Stream> => {
    const stream = await listenToStream(`${url}/__admin/stream?kinds=show`);
    streams.push(stream);
    return stream;
  };

  const hangingReceiver = async (): Promise<Receiver> => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    receiver.answer('/hook', 'hang', 200);
    return receiver;
  };

  /** Resolves when a message fits; the stream tells of each change. */
  const news = async (stream: Stream, fits: (data: Show) => boolean): Promise<void> => {
    for (let count = 1; !fits((await stream.waitFor(count))[count - 1]?.data as Show); count++);
  };

  test('each call through another server leads to the same answers as on one', async () => {
    const one = await start();
    const directors = await startThree();
    let turn = 0;
    const any = (): DirectorClient => directors[turn++ % directors.length]!;
    const { steps, outline } = await one.start('vies-says-no');
    await any().start('vies-says-no');
    for (let index = 0; index < steps; index++) {
      const expected = shownBy(await one.next());
      expect(shownBy(await any().next())).toBe(expected);
      expect((await any().back()).played).toBe(index);
      expect(shownBy(await any().next())).toBe(expected);
      expect(shownBy(await any().read())).toBe(expected);
    }
    for (const [chapter, step] of [[1], [outline.length, outline.at(-1)?.steps.length], [2, 1]] as const)
      expect(shownBy(await any().jump(chapter, step))).toBe(shownBy(await one.jump(chapter, step)));
    expect((await any().call('DELETE', '/show')).status).toBe(204);
    for (const director of directors) expect(await director.read()).toBeNull();
  });

  test('at another home, without its checkpoint, a step is taken back by playing up to it again', async () => {
    const [one, other] = await startThree();
    await one.start('vies-says-no');
    const first = shownBy(await other.next());
    const second = shownBy(await one.next());
    await mocks.shift()?.close();
    expect(shownBy(await other.back())).toBe(first);
    expect(shownBy(await other.next())).toBe(second);
  });

  if (isLongForm)
    test('a step whose server is killed has failed, and is taken back elsewhere', async () => {
      const receiver = await hangingReceiver();
      processes = await startReplicaProcesses(database.freshUrl(), 2);
      const [victim, other] = processes as [ReplicaProcess, ReplicaProcess];
      const [one, survivor] = [createDirectorClient(victim), createDirectorClient(other)];
      await one.play(waitingFor(receiver.urlOf()));
      await survivor.next();
      const stream = await follow(other.url);
      const lost = one.next().catch(() => undefined);
      await receiver.waitFor(1);
      await news(stream, ({ status }) => status === 'playing');
      victim.command.signal('SIGKILL');
      await lost;
      let show = await survivor.read();
      // Until the others have noticed.
      while (show.status === 'playing') show = await survivor.read();
      expect([show.status, show.failure]).toEqual(['failed', expect.stringContaining('The step was interrupted')]);
      expect([(await survivor.back()).played, (await survivor.next()).failure]).toEqual([1, null]);
    });
});
