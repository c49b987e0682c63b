import type { Attack, Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';
import { readCpuTime } from '../server/read-process.ts';
import type { Tenant } from '../tenant/create-tenant.ts';

/** As many as a sandbox may have, and more. */
const STREAMS = 25;
const LONG_POLLS = 25;
const LANES = 4;
/** Milliseconds. */
const LONGEST = 60_000;
const WARM_UP = 3000;
const MOST_TAKEN = 0.1;

const post = (stage: Stage, { token }: Tenant, path: string, body: object, within = LONGEST): Promise<Outcome> =>
  stage.send({ method: 'POST', path, token, json: body, within });

/** Opens one more than it may have, and again and again. */
const fill = (stage: Stage, tenant: Tenant, goesOn: () => boolean) => {
  const { token } = tenant;
  const wait = { operation: 'createOrder', timeout: 'PT20S' };
  const lanes = <T>(count: number, call: () => Promise<T>) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const own: T[] = [];
        while (goesOn()) own.push(await call());
        return own;
      }),
    ).then((all) => all.flat());
  return Promise.all([
    // A stream has no end: the client gives up after a while, and opens the next one.
    lanes(STREAMS, () => stage.send({ path: '/__admin/stream', token, within: 4000 })),
    lanes(LONG_POLLS, () => post(stage, tenant, '/__admin/requests/await', wait, 8000)),
    lanes(LANES, () => stage.send({ path: '/__admin/scenarios', token })),
    lanes(LANES, () => post(stage, tenant, '/__admin/events', { type: 'prospect.submitted' })),
  ]);
};

export const atLimits: Attack = {
  name: 'at-limits',
  threat: 'A tenant keeps as many streams and long-polls open as it may, and goes on asking for more of everything.',
  wanted: 'It is refused with the name of the quota, and takes a tenth of a core at most once it is at its limits.',
  needs: { flags: ['--limits', 'control-calls-per-minute=200'] },
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const length = stage.isShort ? 4000 : 10_000;
    const measure = async (): Promise<number> => {
      const before = readCpuTime(stage.server.pid) ?? 0;
      await stage.sleep(length);
      return ((readCpuTime(stage.server.pid) ?? 0) - before) / length;
    };
    const usual = await measure();
    let goesOn = true;
    const filled = fill(stage, tenant, () => goesOn);
    await stage.sleep(WARM_UP);
    const taken = (await measure()) - usual;
    goesOn = false;
    const [streams, longPolls, calls, events] = await filled;
    const refused = (outcomes: readonly Outcome[]): readonly Outcome[] =>
      outcomes.filter(({ status }) => status === 429);
    for (const [name, outcomes] of Object.entries({ streams, 'control-calls': [...longPolls, ...calls, ...events] })) {
      const named = refused(outcomes).filter(({ text }) => text.includes(`"quota"`) && text.includes(`"${name}"`));
      stage.expect(named.length > 0, `no refusal names the quota ${name}`);
    }
    stage.expectStatuses([...calls, ...events], [200, 201, 202, 429]);
    stage.note(`${(taken * 100).toFixed(0)} % of a core`);
    stage.expect(taken <= MOST_TAKEN, `it took ${(taken * 100).toFixed(0)} % of a core`);
  },
};
