import { drawText, pick, tokensOf } from '../draw-text.ts';
import { type Kind, PATIENCE } from '../kind.ts';
import { readBack } from './json.ts';

const WORDS = tokensOf(
  'a¦/¦//¦..¦%¦%2f¦%00¦%ff¦?¦&¦=¦№=1&¦[]¦[a]¦,¦;¦ ¦*/*¦é¦"¦\'¦\\¦application/json¦text/html;q=0.1,¦;q=¦;a="b"',
  'page=1&¦sort=uuid,asc&¦status=¦9¦-1¦W/"1"¦~¦(¦+¦#¦code=200, ¦dynamic=true¦a=b; ¦gzip, ¦bytes=0-1,¦\t¦00-',
  '2026-01-01¦__proto__=¦{{¦$¦|',
);

const PARTS = tokensOf(
  '--b\r\n¦--b--\r\n¦\r\n¦content-disposition: form-data; name="file"; filename="a.pdf"\r\n',
  'content-type: application/pdf\r\n¦content-disposition: form-data; name="type"\r\n\r\nINVOICE\r\n',
  'content-disposition: form-data; name="№"\r\n\r\n1\r\n¦%PDF-1.4\n¦--b¦-¦\r¦\n¦"',
  'xxxxxxxxxxxxxxxxxxxx',
  "filename*=UTF-8''%41¦;¦x-№: a\r\n¦content-transfer-encoding: base64\r\n¦\u0000",
);

const HEADERS = tokensOf(
  'accept¦prefer¦cookie¦idempotency-key¦if-match¦if-none-match¦accept-language¦accept-encoding¦traceparent¦content-type',
  'authorization¦range¦x-forwarded-for¦forwarded¦origin¦host¦expect¦transfer-encoding¦connection',
);
const TARGETS = tokensOf('/v1/orders?¦/v1/me?¦/¦/__admin/requests?¦/__admin/records?search=¦/__console/¦/v1/partners/');

const HEAD = 15_000;

export const http: Kind = {
  name: 'http',
  limit: 10 * 1_048_576,
  draw: (random) => {
    const words = (most: number): string => drawText(random, WORDS, most).replaceAll(/[\r\n]/g, '');
    const name = pick(random, [...HEADERS, words(100)]);
    const header = words(HEAD);
    // Several lines with the same name, now and then.
    const lines = random.integer(0, 1) === 0 ? header : header.replaceAll(', ', `\r\n${name}: `);
    const target = pick(random, TARGETS);
    const method = pick(random, ['GET', 'GET', 'POST', 'PATCH', 'OPTIONS', 'HEAD', 'a'.repeat(random.integer(1, 99))]);
    if (random.integer(1, 3) === 1)
      return [
        'POST',
        '/v1/partners/SELLER/orders/ORDER/documents',
        'idempotency-key: f',
        pick(random, ['', PARTS[0] ?? '']) + drawText(random, PARTS, http.limit - 9),
      ];
    return [
      method,
      `${target}${words(HEAD).replaceAll(/\s/g, '+')}`.slice(0, HEAD),
      `${name}: ${lines}`.slice(0, HEAD),
      '',
    ];
  },
  play: async (place, [method = '', target = '', line = '', body = '']) => {
    const { tenant, order, send } = place;
    const path = target.replace('SELLER', tenant.seller).replace('ORDER', order);
    const at = line.indexOf(': ');
    const multipart = body === '' ? {} : { 'content-type': 'multipart/form-data; boundary=b' };
    const headers = { ...multipart, [line.slice(0, at)]: line.slice(at + 2) };
    const sending = { method, path, headers, token: tenant.token, body, within: PATIENCE };
    return [await send(sending), await send({ ...sending, path: '/v1/me', method: 'GET' }), ...(await readBack(place))];
  },
};
