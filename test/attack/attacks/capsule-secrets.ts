import type { Attack } from '../attack.ts';
import { registerEndpoint } from './register-endpoint.ts';

const BROKEN = 'broken-body-secret-5d1f';
const QUERY = 'query-token-secret-77aa';

export const capsuleSecrets: Attack = {
  name: 'capsule-secrets',
  threat:
    'A capsule, made to be passed on, holds keys of inboxes, ?access_token= and secrets in bodies that are not JSON.',
  wanted: 'None of them.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token, clientSecret } = tenant;
    stage.expectStatuses(
      [await stage.send({ method: 'POST', path: '/__admin/capsule/start', token })],
      [200, 201, 204],
    );
    const inbox = await stage.send({ path: '/__admin/inbox/shop', token });
    stage.expectStatuses([inbox], [200]);
    const { url } = JSON.parse(inbox.text) as { url: string };
    const key = /\/__inbox\/[^/.]+\.([^/]+)\//.exec(url)?.[1] ?? '';
    stage.expect(key.length > 10, `the inbox has no key: ${url}`);
    const registered = await registerEndpoint(stage, token, url, 'capsule');
    stage.expectStatuses([registered], [201]);
    await stage.send({ path: `/v1/me?access_token=${QUERY}`, token });
    await stage.send({
      method: 'POST',
      path: '/v1/webhooks',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'broken' },
      token,
      body: `{"client_secret":"${BROKEN}","secret":"${BROKEN}",`,
    });
    await stage.send({ method: 'POST', path: new URL(url).pathname, body: '{}' });
    const webhookSecret = (JSON.parse(registered.text) as { secret?: string }).secret ?? '';
    const secrets = { 'key of the inbox': key, 'query token': QUERY, 'secret in a broken body': BROKEN };
    const more = { token, 'client secret': clientSecret, 'webhook secret': webhookSecret };
    for (const format of ['capsule', 'storyboard', 'postman', 'transcript']) {
      const file = await stage.send({ path: `/__admin/capsule?format=${format}`, token });
      stage.expectStatuses([file], [200]);
      for (const [name, secret] of Object.entries({ ...secrets, ...more }))
        stage.expect(secret !== '' && !file.text.includes(secret), `the ${format} holds the ${name}`);
    }
  },
};
