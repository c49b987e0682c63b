import type { Attack } from '../attack.ts';
import { uploadScenario } from './upload-scenario.ts';

const REPLIES = 520;
/** As many connections as one address may have are fewer. */
const ADDRESSES = ['127.0.0.66', '127.0.0.67'];

export const delayedReplies: Attack = {
  name: 'delayed-replies',
  threat: 'A scenario delays 520 responses, which then all left in one turn of the event loop.',
  wanted: 'What falls due together goes out in turns of a few milliseconds, in the same order.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const scenario = `scenario: late\nsteps:\n  - { on: '*', delay: PT${stage.isShort ? '1' : '3'}S }\n`;
    stage.expectStatuses([await uploadScenario(stage, token, scenario)], [201]);
    await stage.lookAt();
    const sending = { path: '/v1/me', token, headers: { prefer: 'scenario=late' } };
    const outcomes = await Promise.all(
      Array.from({ length: REPLIES }, (_, index) =>
        stage.send({ ...sending, from: ADDRESSES[index % ADDRESSES.length] }),
      ),
    );
    stage.expectStatuses(outcomes, [200, 429]);
  },
};
