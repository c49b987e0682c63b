import type { Attack } from '../attack.ts';
import { uploadScenario } from './upload-scenario.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'Set-Cookie': 'session=stolen; Path=/',
  'Clear-Site-Data': '"*"',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains; preload',
  'Service-Worker-Allowed': '/',
  'Content-Security-Policy': "default-src * 'unsafe-inline'",
  Location: 'https://evil.example/',
  Refresh: '0; url=https://evil.example/',
};

const toScenario = (name: string, header: string | undefined): string =>
  [
    `scenario: page-${name}`,
    'steps:',
    "  - on: '*'",
    '    at: received',
    '    reply:',
    `      status: ${header === 'Location' ? '302' : '200'}`,
    '      mediaType: text/html',
    "      body: '<script>fetch(`/__admin/state`)</script>'",
    ...(header === undefined ? [] : ['      headers:', `        ${header}: '${HEADERS[header] ?? ''}'`]),
    '      offContract: true',
  ].join('\n');

export const strangePages: Attack = {
  name: 'strange-pages',
  threat: "A scenario serves script, cookies, HSTS or a redirect on the operator's origin, to another's browser.",
  wanted: 'A sandboxed page without those headers, or 422 for the scenario.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    for (const header of [undefined, ...Object.keys(HEADERS)]) {
      const name = (header ?? 'plain').toLowerCase();
      const uploaded = await uploadScenario(stage, token, toScenario(name, header));
      stage.expectStatuses([uploaded], [201, 422]);
      if (uploaded.status !== 201) continue;
      const page = await stage.send({ path: '/v1/me', token, headers: { 'x-mock-scenario': `page-${name}` } });
      stage.expect(page.text.includes('<script>') || page.status !== 200, `the scenario ${name} did not answer`);
      const { headers } = page;
      if (page.text.includes('<script>')) {
        const policy = headers['content-security-policy'] ?? '';
        stage.expect(/(?:^|;)\s*sandbox/.test(policy), `a page (${name}) without Content-Security-Policy: sandbox`);
        stage.expect(headers['x-content-type-options'] === 'nosniff', `a page (${name}) without nosniff`);
      }
      for (const each of Object.keys(HEADERS))
        stage.expect(
          each === 'Content-Security-Policy' || headers[each.toLowerCase()] === undefined,
          `a page with ${each}: ${headers[each.toLowerCase()] ?? ''}`,
        );
    }
  },
};
