import type { Attack } from '../attack.ts';
import { createOrder } from './create-order.ts';
import { uploadScenario } from './upload-scenario.ts';

const WAITS = 20;
const SCENARIOS = 20;
const CONDITIONS = 50;
const SEARCHES = 8;

/** Each character of a text of two letters leads to a new state of the automaton. */
const SLOW = '^(a|b)*a(a|b){12}c?d?e?f?';

/** Different ones, so that none helps another. */
const slow = (index: number): string => `${SLOW}${String(index % 10)}?${'x?'.repeat(Math.floor(index / 10))}$`;

const letters = (length: number): string =>
  Array.from({ length }, (_, index) => ((index * index * 7 + index * 3) % 11 < 5 ? 'a' : 'b')).join('');

export const expressions: Attack = {
  name: 'expressions',
  threat:
    'Long polls, searches and scenarios with 65 slow expressions each: half a second in one turn at each request.',
  wanted: 'All expressions of one request take a limited effort: what is left is not compared, and the answer says so.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token } = tenant;
    const header = 'x-letters';
    const headers = Object.fromEntries(
      Array.from({ length: CONDITIONS }, (_, index) => [`${header}-${String(index)}`, { matches: slow(index) }]),
    );
    for (let index = 0; index < SCENARIOS; index++) {
      const expected = Array.from(
        { length: 20 },
        (_, nth) =>
          `  - { request: getOrganization, when: { headers: { ${header}-${String(nth)}: { matches: '${slow(nth)}' } } }, atLeast: 1 }`,
      );
      const taken = await uploadScenario(
        stage,
        token,
        [
          `scenario: slow-${String(index)}`,
          "steps: [{ on: '*', when: { headers: { x-never: { present: true } } }, delay: PT1S }]",
          'expect:',
          ...expected,
        ].join('\n'),
      );
      stage.expectStatuses([taken], [201]);
      const active = await stage.send({
        method: 'POST',
        path: `/__admin/scenarios/slow-${String(index)}/activate`,
        token,
      });
      stage.expectStatuses([active], [200, 201]);
    }
    const waits = Array.from({ length: WAITS }, () =>
      stage.send({
        method: 'POST',
        path: '/__admin/requests/await',
        token,
        json: { headers, timeout: stage.isShort ? 'PT2S' : 'PT5S' },
      }),
    );
    await stage.sleep(300);
    const sent = Object.fromEntries(Object.keys(headers).map((name, index) => [name, letters(100 + index)]));
    for (let index = 0; index < 20; index++)
      stage.expectStatuses([await stage.send({ path: '/v1/me', headers: sent, token })], [200, 429]);
    const searches = Array.from({ length: SEARCHES }, () =>
      stage.send({ method: 'POST', path: '/__admin/requests/find', token, json: { headers } }),
    );
    stage.expectStatuses(await Promise.all(searches), [200, 429, 503]);
    stage.expectStatuses(await Promise.all(waits), [200, 408, 429]);
    await createOrder(stage, tenant);
  },
};
