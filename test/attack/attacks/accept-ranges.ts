import type { Attack } from '../attack.ts';

const RANGES = 1500;
const HEADERS = 20;

export const acceptRanges: Attack = {
  name: 'accept-ranges',
  threat: 'An Accept header of 1,500 media ranges took 60 ms to weigh, and another one as long again.',
  wanted: '406 with the number of ranges that are weighed.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    stage.expectStatuses([await stage.send({ path: '/v1/me', token, headers: { accept: 'a/b' } })], [406]);
    for (let header = 0; header < HEADERS; header++) {
      const accept = Array.from({ length: RANGES }, (_, index) => `a/${String(header * RANGES + index)}`).join();
      stage.expectStatuses([await stage.send({ path: '/v1/me', token, headers: { accept } })], [406]);
    }
  },
};
