import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ORDERS_PATH, type PeerDescription, operationsOf, successOf } from '../descriptions/peer-description.ts';
import { fileOf, installedWithJava } from './installation.ts';
import type { Peer, PeerFiles } from './peer.ts';

const PACKAGE = 'wiremock';

const jar = (): string => {
  const folder = fileOf(PACKAGE, 'build');
  return path.join(folder, readdirSync(folder).find((name) => name.endsWith('.jar')) ?? '');
};

const rootOf = ({ folder }: PeerFiles): string => path.join(folder, 'wiremock');

const BASE_PATH = '/v1';
const JSON_HEADERS = { 'Content-Type': 'application/json' };
const anyBearer = { Authorization: { matches: 'Bearer .+' } };

/** WireMock does not read descriptions: what stands here by hand does what the others read there. */
const makeMappings = (description: PeerDescription): readonly object[] => [
  ...operationsOf(description.document)
    .filter(({ path: template, method }) => template !== ORDERS_PATH || method !== 'post')
    .map(({ path: template, method }) => {
      const { status, example } = successOf(description.document, template, method);
      return {
        request: { method: method.toUpperCase(), urlPathTemplate: BASE_PATH + template, headers: anyBearer },
        response: { status: Number(status), jsonBody: example, headers: JSON_HEADERS },
      };
    }),
  {
    request: {
      ...createsOrder,
      headers: { ...anyBearer, 'Idempotency-Key': { matches: '.+' } },
      bodyPatterns: [{ matchesJsonSchema: JSON.stringify(description.orderSchema), schemaVersion: 'V202012' }],
    },
    response: { status: 201, jsonBody: description.order, headers: JSON_HEADERS },
  },
  {
    priority: 10,
    request: createsOrder,
    response: { status: 422, jsonBody: description.invalid, headers: { 'Content-Type': 'application/problem+json' } },
  },
  {
    priority: 1,
    request: {
      method: 'GET',
      urlPathTemplate: `${BASE_PATH}${ORDERS_PATH}/{uuid}`,
      headers: { ...anyBearer, Prefer: { equalTo: 'dynamic=true' } },
    },
    response: { status: 200, body: template, headers: JSON_HEADERS, transformers: ['response-template'] },
  },
];

const createsOrder = { method: 'POST', urlPathTemplate: BASE_PATH + ORDERS_PATH };

/** An order with one vehicle; numbers are not quoted. */
const template = JSON.stringify({
  uuid: "{{randomValue type='UUID'}}",
  externalOrderId: "{{randomValue length=12 type='ALPHANUMERIC'}}",
  buyerId: "{{randomValue type='UUID'}}",
  purchaseDate: "{{now offset='-9 days' format='yyyy-MM-dd'}}",
  status: "{{pickRandom 'CREATED' 'INVOICE_SUBMITTED' 'READY_FOR_PICKUP'}}",
  vins: [
    {
      vin: "{{randomValue length=17 type='ALPHANUMERIC' uppercase=true}}",
      brand: "{{pickRandom 'Audi' 'BMW' 'Volkswagen'}}",
      model: "{{randomValue length=6 type='ALPHABETIC'}}",
      mileage: '{{randomInt lower=0 upper=200000}}',
      purchaseAmount: { value: '{{randomInt lower=1 upper=9000000}}', currency: 'EUR' },
      complianceStatus: 'PENDING',
    },
  ],
  totalAmount: { value: '{{randomInt lower=1 upper=9000000}}', currency: 'EUR' },
  version: '{{randomInt lower=1 upper=9}}',
  createdAt: "{{now offset='-8 days'}}",
  updatedAt: "{{now offset='-2 days'}}",
}).replaceAll(/"(\{\{randomInt [^}]*\}\})"/g, '$1');

const prepare = async (files: PeerFiles): Promise<void> => {
  const folder = path.join(rootOf(files), 'mappings');
  const description = JSON.parse(await readFile(files.answers, 'utf8')) as PeerDescription;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'all.json'), JSON.stringify({ mappings: makeMappings(description) }));
};

export const wiremock: Peer = {
  id: 'wiremock',
  name: 'WireMock',
  setup:
    'stubs by hand for the same operations, bodies matched by JSON Schema, generated bodies from a template; a journal of 1,000 requests',
  installed: installedWithJava(PACKAGE),
  basePath: BASE_PATH,
  works: { me: {}, orders: {}, invalid: {}, generated: {} },
  prepare,
  command: (port, files) => [
    'java',
    '-jar',
    jar(),
    '--port',
    String(port),
    '--root-dir',
    rootOf(files),
    // Without a limit it keeps every request that it ever got.
    '--max-request-journal-entries',
    '1000',
  ],
};
