import type { Attack } from '../attack.ts';
import { uploadScenario } from './upload-scenario.ts';

const RUNS = 60;

interface Records {
  readonly collections: Record<string, { readonly documents: unknown[] }>;
  checksum?: string;
}

/** As many steps as are taken, from many to few. */
const SIZES = [200, 40, 20, 10, 4];

const scenario = (steps: number): string =>
  [
    'scenario: heavy-0',
    'steps:',
    ...Array.from({ length: steps }, (_, index) => {
      const headers = Array.from(
        { length: 5 },
        (__, at) => `X-A${String(at)}: { matches: '(x+x+)+${String(index)}$' }`,
      );
      return `- { on: '*', when: { headers: { ${headers.join(', ')} } }, reply: { problem: internal-error } }`;
    }),
  ].join('\n');

export const importedRuns: Attack = {
  name: 'imported-runs',
  threat: 'A state with 60 active runs of 200 steps with 10 expressions each was taken: the first GET took 13 s.',
  wanted: 'What is imported is held to the limits of what is uploaded: 422, or calls as fast as ever.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    let taken = 0;
    let refusal = '';
    for (const size of SIZES) {
      const { status, text } = await uploadScenario(stage, token, scenario(size));
      if (status === 201) taken = size;
      else refusal = text;
      if (status === 201) break;
    }
    stage.note(`${String(taken)} steps`);
    stage.expect(taken > 0, `no scenario is taken: there was no attack (${refusal.slice(0, 300)})`);
    stage.expectStatuses(
      [await stage.send({ method: 'POST', path: '/__admin/scenarios/heavy-0/activate', token })],
      [200, 204, 409],
    );
    const exported = await stage.send({ path: '/__admin/state', token });
    stage.expectStatuses([exported], [200]);
    const state = JSON.parse(exported.text) as Records;
    delete state.checksum;
    for (const { documents } of Object.values(state.collections)) {
      const own = documents.filter((record) => JSON.stringify(record).includes('heavy-0'));
      for (const record of own)
        for (let count = 1; count < RUNS; count++)
          documents.push(JSON.parse(JSON.stringify(record).replaceAll('heavy-0', `heavy-${String(count)}`)));
    }
    const imported = await stage.send({
      method: 'PUT',
      path: '/__admin/state',
      token,
      json: state,
    });
    stage.expectStatuses([imported], [200, 400, 413, 422]);
    const read = await stage.send({ path: '/v1/me', token });
    stage.expectStatuses([read], [200, 401, 429]);
  },
};
