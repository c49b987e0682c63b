import type { Attack } from '../attack.ts';
import { expectRefusal, startWith } from './start-with.ts';

export const hostedStart: Attack = {
  name: 'hosted-start',
  threat: 'A hosted server without --public-url takes its links from the Host of whoever asks.',
  wanted: 'It does not start, and says which setting is missing.',
  unattended: true,
  play: async (stage) => {
    expectRefusal(stage, 'no --public-url', await startWith(stage, { flags: ['--mode', 'hosted'] }), /public-url/);
  },
};
