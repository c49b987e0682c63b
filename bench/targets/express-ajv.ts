// The limit of our edge: Express 5 and Ajv by hand, with nothing around them. Same description, same answers.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import express from 'express';
import { description, port } from './serve.ts';

const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(description.orderSchema);

const app = express();
app.disable('x-powered-by');
app.set('etag', false);
app.use(express.json());
app.get('/v1/me', (_request, response) => {
  response.json(description.organization);
});
app.post('/v1/partners/:sellerId/orders', (request, response) => {
  if (validate(request.body)) response.status(201).json(description.order);
  else response.status(422).json({ errors: validate.errors });
});
app.listen(port, '127.0.0.1');
