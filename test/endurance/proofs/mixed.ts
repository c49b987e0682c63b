import type { Proof, Stage } from '../proof.ts';
import { startDeliveries } from '../stage/deliveries.ts';
import type { Fleet } from '../stage/fleet.ts';
import { followStream } from '../stage/follow-stream.ts';
import { type Tenant, createTenant } from '../stage/tenant.ts';
import { type Traffic, countAnswers, createTraffic, toEnd } from '../stage/traffic.ts';
import { type Written, auditOrders, writeOrders } from '../stage/writes.ts';

const TENANTS = 3;
const WORKERS = 2;
const STREAMS = 3;

/** So many orders fail by a scenario, whoever is asked. */
const FAILED = 5;

/** Milliseconds before the kill of which a dead server may not have written its journal. */
const BEHIND = 500;

const MOST_POLLS = 5;

/** What a stream says unless something is wrong. */
const USUAL_MESSAGES = new Set(['listening', 'gap', 'exchange', 'event', 'closed']);

const MONTH = 30 * 86_400_000;

export const mixed: Proof = {
  name: 'mixed',
  claim:
    'Clock moves of 30 days, scenarios, webhooks with retries, streams and long-polls through three servers, one of which is killed: each stream shows each request once, or says that it has a gap.',
  ways: ['postgres', 'pgbouncer'],
  show: async (stage) => {
    const { sized, startFleet, expect, note, sleep } = stage;
    const fleet = await startFleet();
    const traffic = createTraffic(fleet.url, 60_000);
    const [victim] = fleet.replicas;
    if (victim === undefined) throw new Error('there are servers');
    const deliveries = await startDeliveries(expect);
    const orders = sized(200, 30);
    const months = sized(4, 2);
    let killedAt = Infinity;
    let ready = 0;
    const at = (number: number): void => {
      if (number === Math.floor(orders / 2) && ++ready === TENANTS) {
        killedAt = performance.now();
        void victim.kill();
      }
    };
    const play = async (): Promise<Played> => {
      const tenant = await createTenant(traffic);
      const { sandbox } = tenant;
      // Every second attempt fails, and is made again as the clock moves.
      const answers = Array.from({ length: orders }, (_, index) => (index % 2 === 0 ? 500 : 200));
      deliveries.receiver.answer(`/${sandbox}`, ...answers, 200);
      await deliveries.follow(tenant);
      const former = await readJournal(fleet, sandbox);
      const streams = Array.from({ length: STREAMS }, () =>
        followStream(`${fleet.url}/__admin/stream?sandbox=${sandbox}`, () => readJournal(fleet, sandbox)),
      );
      while (streams.some(({ connections }) => connections() === 0)) await sleep(20);
      await failSome(tenant, traffic);
      const waiting = [1, orders / 4, orders / 2].map((count) => awaitOrders(traffic, sandbox, Math.floor(count)));
      const [written] = await Promise.all([
        writeOrders(tenant, { name: 'mixed', count: orders, workers: WORKERS, at, planned: 500 }, expect),
        moveClock(tenant, traffic, months, expect),
      ]);
      const polled = await Promise.all(waiting);
      for (const answer of polled) expect(answer.status === 200, `a long-poll was answered ${toEnd(answer)}`);
      return { tenant, written, streams, former };
    };
    const played = await Promise.all(Array.from({ length: TENANTS }, play));
    // The last retries.
    for (const { tenant } of played) await moveClock(tenant, traffic, 1, expect);
    let connections = 0;
    let shown = 0;
    for (const { tenant, written, streams, former } of played) {
      const { sandbox } = tenant;
      await auditOrders(fleet, tenant, written, expect);
      await deliveries.check(tenant, written.events, 30);
      expect(
        written.planned === FAILED,
        `${String(written.planned)} orders failed by the scenario, not ${String(FAILED)}`,
      );
      const journal = new Set([...(await readJournal(fleet, sandbox))].filter((id) => !former.has(id)));
      const late = (): boolean => streams.some((stream) => [...journal].some((id) => !knownIn(stream).has(id)));
      for (let looks = 0; looks < 50 && late(); looks++) await sleep(100);
      for (const stream of streams) {
        const ids = idsIn(stream);
        const seen = new Set(ids);
        const known = knownIn(stream);
        const missed = [...journal].filter((id) => !known.has(id)).length;
        const where = `of ${String(journal.size)} requests in a stream of ${String(stream.connections())} connections`;
        expect(ids.length === seen.size, `${String(ids.length - seen.size)} came twice ${where}`);
        expect(missed === 0, `${String(missed)} did not come ${where}`);
        const odd = stream.messages().filter(({ event }) => !USUAL_MESSAGES.has(event));
        expect(odd.length === 0, `a stream said ${[...new Set(odd.map(({ event }) => event))].join(', ')}`);
        connections += stream.connections();
        shown += ids.length;
        await stream.leave();
      }
      const unwritten = written.answers.filter(
        ({ requestId, replica, at: answeredAt }) =>
          !journal.has(requestId ?? '') && !(replica === victim.index && answeredAt > killedAt - BEHIND),
      ).length;
      expect(unwritten === 0, `${String(unwritten)} answered orders are not in the journal`);
    }
    const failed = traffic.answers.filter(({ status = 0, text }) => status >= 500 && !text.includes('internal-error'));
    expect(failed.length === 0, `came ${countAnswers(failed)}`);
    await deliveries.receiver.stop();
    note(`${String(TENANTS)} sandboxes: ${countAnswers(traffic.answers)}`);
    note(`each moved ${String(months + 1)} x 30 days, ${String(FAILED)} orders of each failed by a scenario`);
    note(
      `${String(TENANTS * STREAMS)} streams over ${String(connections)} connections showed ${String(shown)} requests, each at most once`,
    );
    note(`${String(deliveries.repeated())} webhooks repeated`);
  },
};

interface Played {
  readonly tenant: Tenant;
  readonly written: Written;
  /** Requests before there were streams. */
  readonly former: ReadonlySet<string>;
  readonly streams: readonly ReturnType<typeof followStream>[];
}

const idsIn = ({ messages }: ReturnType<typeof followStream>): readonly string[] =>
  messages()
    .filter(({ event }) => event === 'exchange')
    .map(({ data }) => (data as { readonly id: string }).id);

const knownIn = (stream: ReturnType<typeof followStream>): ReadonlySet<string> =>
  new Set([...idsIn(stream), ...stream.read()]);

/** A scenario of the sandbox's own that fails some orders. */
const failSome = async ({ sandbox }: Tenant, traffic: Traffic): Promise<void> => {
  const name = 'some-orders-fail';
  const step = { title: 'Some orders fail', on: 'createOrder', times: FAILED, reply: { problem: 'internal-error' } };
  const ask = async (path: string, body?: unknown): Promise<void> => {
    const answer = await traffic.untilAnswered({ method: 'POST', path: `/__admin/scenarios${path}`, body });
    if (answer.status === undefined || answer.status >= 300) throw new Error(`scenario: ${toEnd(answer)}`);
  };
  await ask(`?sandbox=${sandbox}`, { scenario: name, steps: [step] });
  await ask(`/${name}/activate?sandbox=${sandbox}`);
};

/** Again, as long as it says only that too few have come. */
const awaitOrders = async (traffic: Traffic, sandbox: string, count: number): ReturnType<Traffic['send']> => {
  const path = `/__admin/requests/await?sandbox=${sandbox}`;
  const body = { operation: 'createOrder', status: 201, count, timeout: 'PT30S' };
  for (let polls = 0; ; polls++) {
    const answer = await traffic.untilAnswered({ method: 'POST', path, body });
    if (answer.status !== 408 || polls === MOST_POLLS) return answer;
  }
};

/** Each move to an instant, so that one whose answer was lost can be asked for again. */
const moveClock = async (
  { sandbox }: Tenant,
  traffic: Traffic,
  months: number,
  expect: Stage['expect'],
): Promise<void> => {
  const path = `/__admin/clock`;
  const ask = async (method: string, step: string, body?: unknown) => {
    const answer = await traffic.untilAnswered({ method, path: `${path}${step}?sandbox=${sandbox}`, body });
    return { ...answer, body: JSON.parse(answer.text) as { readonly now?: string; readonly complete?: boolean } };
  };
  const now = async (): Promise<number> => Date.parse((await ask('GET', '')).body.now ?? '');
  for (let month = 0; month < months; month++) {
    const instant = (await now()) + MONTH;
    const to = new Date(instant).toISOString();
    for (;;) {
      const answer = await ask('POST', '/advance', { to });
      // The move was made, and its answer was lost.
      if (answer.status === 422) break;
      expect(answer.status === 200, `a move of the clock was answered ${toEnd(answer)}`);
      if (answer.status !== 200 || answer.body.complete !== false) break;
    }
    expect((await now()) >= instant, 'the clock went back');
  }
};

const readJournal = async ({ replicas }: Fleet, sandbox: string): Promise<ReadonlySet<string>> => {
  const { url } = replicas.find(({ isRunning }) => isRunning()) ?? { url: '' };
  const ids = new Set<string>();
  for (let page = 0; ; page++) {
    const response = await fetch(`${url}/__admin/requests?sandbox=${sandbox}&limit=1000&page=${String(page)}`);
    const { data } = (await response.json()) as { readonly data: readonly { readonly id: string }[] };
    for (const { id } of data) ids.add(id);
    if (data.length < 1000) return ids;
  }
};
