import type { Tenant } from '../tenant/create-tenant.ts';

let made = 0;

/** The upload of a document of an order. */
export const uploadOf = (
  { token, seller }: Tenant,
  order: string,
  type: string,
  content: string | Uint8Array = '',
) => ({
  method: 'POST',
  path: `/v1/partners/${seller}/orders/${order}/documents`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  key: `upload-${String(++made)}`,
  token,
  body: Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="type"\r\n\r\n${type}\r\n--b\r\n`),
    Buffer.from('content-disposition: form-data; name="file"; filename="a.pdf"\r\n'),
    Buffer.from('content-type: application/pdf\r\n\r\n%PDF-1.4\n'),
    Buffer.from(content),
    Buffer.from('%%EOF\n\r\n--b--\r\n'),
  ]),
});
