import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

// Orders, uploads and reads documents with a generated client; says what it got.

interface Document {
  readonly id: string;
  readonly type: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
}

/** A generated API, as far as it is used here: each method takes one object. */
type Api<Method extends string, Answer> = new (
  configuration: unknown,
) => Readonly<Record<Method, (parameters: object) => Promise<Answer>>>;

interface Generated {
  readonly Configuration: new (parameters: object) => unknown;
  readonly OrdersApi: Api<'createOrder', { readonly uuid: string; readonly buyerId: string }>;
  readonly DocumentsApi: new (configuration: unknown) => {
    readonly uploadOrderDocument: (parameters: object) => Promise<Document>;
    readonly downloadDocument: (parameters: object) => Promise<Blob>;
    readonly listOrderDocuments: (parameters: object) => Promise<{ readonly data: readonly Document[] }>;
  };
  readonly KYCApi: Api<'uploadBuyerDocument', Document>;
  readonly WebhooksApi: Api<'createWebhook', { readonly events: readonly string[] }>;
  readonly OrderCreateRequestFromJSON: (value: unknown) => object;
  readonly OrderDocumentType: { readonly Cmr: string };
  readonly BuyerDocumentType: { readonly VatCertificate: string };
}

const env = process.env as Readonly<Record<string, string>>;
const { CLIENT = '', BASE_URL, TOKEN = '', SELLER, ORDER = '', FINISHED, FILE = '', RECEIVER } = env;
const generated = createRequire(import.meta.url)(`${CLIENT}/index.js`) as Generated;
// This generator writes the token of OAuth 2.0 into the header as it is.
const configuration = new generated.Configuration({ basePath: BASE_URL, accessToken: `Bearer ${TOKEN}` });
const common = { sellerId: SELLER };
const content = await readFile(FILE);

const order = await new generated.OrdersApi(configuration).createOrder({
  ...common,
  idempotencyKey: 'typescript-order',
  orderCreateRequest: generated.OrderCreateRequestFromJSON(JSON.parse(ORDER)),
});
const documents = new generated.DocumentsApi(configuration);
const document = await documents.uploadOrderDocument({
  ...common,
  idempotencyKey: 'typescript-upload',
  uuid: order.uuid,
  type: generated.OrderDocumentType.Cmr,
  file: new File([content], 'cmr.pdf'),
});
// A Blob has no name of its own.
const kyc = await new generated.KYCApi(configuration).uploadBuyerDocument({
  ...common,
  idempotencyKey: 'typescript-kyc',
  buyerId: order.buyerId,
  type: generated.BuyerDocumentType.VatCertificate,
  file: new Blob([content]),
});
const data = await documents.downloadDocument({ id: document.id });
const listed = await documents.listOrderDocuments({ ...common, uuid: FINISHED });
const webhook = await new generated.WebhooksApi(configuration).createWebhook({
  idempotencyKey: 'typescript-webhook',
  webhookCreateRequest: { url: RECEIVER, events: ['compliance.*'] },
});

process.stdout.write(
  `${JSON.stringify({
    uploaded: [document.type, document.fileName, document.size, document.sha256],
    kyc: [kyc.type, kyc.fileName],
    downloaded: createHash('sha256')
      .update(Buffer.from(await data.arrayBuffer()))
      .digest('hex'),
    types: listed.data.map(({ type }) => type),
    events: webhook.events,
  })}\n`,
);
