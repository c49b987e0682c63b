import type { Attack } from '../attack.ts';

export const digits: Attack = {
  name: 'digits',
  threat: 'A number of 16 million digits took the JSON parser 3.9 s; one of a million is enough to notice.',
  wanted: '400, 413, 422 or 503 before it is a number.',
  play: async (stage) => {
    const { token, seller } = await stage.createTenant();
    const long = (count: number): string => `{"a":${'9'.repeat(count)}}`;
    const sending = { headers: { 'content-type': 'application/json' }, key: 'digits', token };
    const orders = `/v1/partners/${seller}/orders`;
    const outcomes = [
      await stage.send({ ...sending, method: 'POST', path: orders, body: long(1e6) }),
      await stage.send({ ...sending, method: 'POST', path: '/__admin/requests/find', body: long(1e6) }),
      await stage.send({ ...sending, method: 'PUT', path: '/__admin/state', body: long(16e6) }),
    ];
    // A state of 16 MB is refused before it is read, too, where the memory that it takes is not free at the moment.
    stage.expectStatuses(outcomes, [400, 413, 422, 503]);
  },
};
