// The limit of our edge: Express 5 and Ajv by hand, with nothing around them. Same description, same answers.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import express from 'express';
import { loadContract } from '../../src/engine/contract/load-contract.ts';
import { packageFile } from '../../src/edges/files/package-files.ts';

const contract = await loadContract(packageFile('spec', 'openapi.yaml'), { trusted: true });
const exampleOf = (operationId: string, status: string): unknown =>
  contract.operations.find(({ id }) => id === operationId)?.responses.find((response) => response.status === status)
    ?.contents[0]?.examples[0]?.value;

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(contract.document, 'description');
const validate = ajv.compile({ $ref: 'description#/components/schemas/OrderCreateRequest' });
const organization = exampleOf('getOrganization', '200');
const order = exampleOf('createOrder', '201');

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use(express.json());
app.get('/v1/me', (_request, response) => {
  response.json(organization);
});
app.post('/v1/partners/:sellerId/orders', (request, response) => {
  if (validate(request.body)) response.status(201).json(order);
  else response.status(422).json({ errors: validate.errors });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}\n`);
});
