import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { CLIENT, SELLER, createDocumentsClient } from './documents-client.ts';

const { mock, api, clock } = await closedBy(afterAll).start();
const documents = createDocumentsClient(mock, api);
const path = (orderUuid: string): string => `/partners/${SELLER}/orders/${orderUuid}/documents`;

let orderUuid: string;
beforeAll(async () => {
  ({ orderUuid } = await createWorkflow(api, clock, { as: CLIENT, seller: SELLER }).begin());
});

/** What a client finds in Content-Disposition when it knows RFC 8187, as browsers and `fetch` users do. */
const exactNameIn = (disposition: string | null): string =>
  decodeURIComponent(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''([^;]*)$/.exec(disposition ?? '')?.[1] ?? '');

test.each([
  ['with quotes', 'say "hi".pdf', 'say "hi".pdf', "say 'hi'.pdf"],
  ['in Greek', 'τιμολόγιο.pdf', 'τιμολόγιο.pdf', '_________.pdf'],
  ['with a line break', 'a\r\nset-cookie: x=1.pdf', 'a set-cookie: x=1.pdf', 'a set-cookie: x=1.pdf'],
  ['a path', '../../etc/passwd', 'passwd', 'passwd'],
  ['of dots', '..', 'cmr.pdf', 'cmr.pdf'],
])('a name comes back as it was, made safe: %s', async (_kind, fileName, shown, ascii) => {
  const { status, body } = await documents.toOrder(orderUuid, { type: 'CMR', fileName });
  expect(status).toBe(201);
  expect(body.fileName).toBe(shown);
  const disposition = (await documents.download(body.id)).headers.get('content-disposition');
  expect(disposition).toContain(`attachment; filename="${ascii}"; `);
  expect(exactNameIn(disposition)).toBe(shown);
});

describe('a part as other clients write it:', () => {
  const send = async (headers: string) => {
    const body = Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nPICKUP_DECLARATION\r\n--b\r\n${headers}\r\n\r\nx\r\n--b--\r\n`,
    );
    return api.post(path(orderUuid), body, {
      as: CLIENT,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
  };
  const file = 'content-disposition: form-data; name="file"';

  test.each([
    ['an escaped quote', `${file}; filename="a \\"b\\".pdf"`, 'a "b".pdf', 'text/plain'],
    ['an extended name', `${file}; filename*=UTF-8''%C3%9Cber.pdf`, 'Über.pdf', 'text/plain'],
    ['an empty name', `${file}; filename=""\r\ncontent-type: image/png`, 'pickup-declaration.png', 'image/png'],
    ['a type in capitals', `${file}; filename="a"\r\ncontent-type: IMAGE/PNG`, 'a', 'image/png'],
    ['a type with parameters', `${file}; filename="a"\r\ncontent-type: text/csv; charset=latin1`, 'a', 'text/csv'],
    ['no type', `${file}; filename="a"`, 'a', 'text/plain'],
    ['a type that is none', `${file}; filename="a"\r\ncontent-type: nonsense`, 'a', 'application/octet-stream'],
    ['a type that no header takes', `${file}; filename="a"\r\ncontent-type: é/x`, 'a', 'application/octet-stream'],
  ])('%s', async (_kind, headers, fileName, contentType) => {
    const { status, body } = await send(headers);
    expect({ status, fileName: body.fileName, contentType: body.contentType }).toEqual({
      status: 201,
      fileName,
      contentType,
    });
    expect((await documents.download(body.id)).headers.get('content-type')).toBe(contentType);
  });
});
