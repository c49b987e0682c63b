import type { Attack } from '../attack.ts';
import { emitEvent, registerEndpoint } from './register-endpoint.ts';

const ENDPOINTS = 20;
const EVENTS = 10;

export const silentNames: Attack = {
  name: 'silent-names',
  threat:
    'Twenty endpoints on names whose name server stays silent hold the thread pool: of 50 events of another tenant in 20 s none arrived.',
  wanted: 'Every webhook of the healthy tenant arrives; the files of the server are read and written meanwhile.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const registered = await Promise.all(
      Array.from({ length: ENDPOINTS }, (_, index) =>
        registerEndpoint(stage, token, `https://n${String(index)}.silent.example/`, `silent-${String(index)}`),
      ),
    );
    stage.expectStatuses(registered, [201, 409, 422, 429, 507]);
    stage.expect(
      registered.some(({ status }) => status === 201),
      'no endpoint could be registered: there was no attack',
    );
    for (let count = 0; count < EVENTS; count++) {
      stage.expectStatuses([await emitEvent(stage, token)], [201, 429, 503]);
      await stage.sleep(100);
    }
    await stage.sleep(stage.isShort ? 1000 : 10_000);
  },
};
