import type { Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';

/** Uploads the text of a scenario. */
export const uploadScenario = (stage: Stage, token: string, body: string): Promise<Outcome> =>
  stage.send({
    method: 'POST',
    path: '/__admin/scenarios',
    headers: { 'content-type': 'application/yaml' },
    token,
    body,
  });
