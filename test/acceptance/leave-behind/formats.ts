/**
 * The parts of two published formats that the collections use, as JSON Schemas that allow nothing else:
 * Postman Collection Format v2.1.0 (https://schema.postman.com) and the JSON that Bruno exports and imports
 * (https://docs.usebruno.com). Ids are left out: the programs draw them on import.
 */

const text = { type: 'string' };
const closed = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const listOf = (items: object) => ({ type: 'array', items });
const oneOf = (...values: readonly string[]) => ({ enum: values });

const POSTMAN_AUTH = {
  oneOf: [
    closed({ type: { const: 'noauth' } }),
    closed({ type: { const: 'bearer' }, bearer: listOf(closed({ key: text, value: text, type: text })) }),
  ],
};

const POSTMAN_BODY = {
  oneOf: [
    closed({ mode: { const: 'raw' }, raw: text }),
    closed({
      mode: { const: 'urlencoded' },
      urlencoded: listOf(closed({ key: text, value: text, type: { const: 'text' } })),
    }),
    closed({
      mode: { const: 'formdata' },
      formdata: listOf({
        oneOf: [
          closed({ key: text, value: text, type: { const: 'text' } }),
          closed({ key: text, type: { const: 'file' }, src: { type: 'null' }, contentType: text, description: text }),
        ],
      }),
    }),
  ],
};

export const POSTMAN_FORMAT = closed({
  info: closed({
    name: text,
    description: text,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth: POSTMAN_AUTH,
  variable: listOf(closed({ key: text, value: text })),
  item: listOf(
    closed({
      name: text,
      request: closed(
        {
          url: { type: 'string', pattern: String.raw`^\{\{\w+\}\}` },
          method: oneOf('GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
          header: listOf(closed({ key: text, value: text })),
          auth: POSTMAN_AUTH,
          body: POSTMAN_BODY,
          description: text,
        },
        ['url', 'method', 'header'],
      ),
      event: listOf(
        closed({
          listen: oneOf('prerequest', 'test'),
          script: closed({ type: { const: 'text/javascript' }, exec: listOf(text) }),
        }),
      ),
    }),
  ),
});

const BRUNO_FIELD = { name: text, value: text, enabled: { type: 'boolean' } };

const BRUNO_BODY = {
  oneOf: [
    closed({ mode: { const: 'none' } }),
    closed({ mode: { const: 'json' }, json: text }),
    closed({ mode: { const: 'text' }, text }),
    closed({ mode: { const: 'formUrlEncoded' }, formUrlEncoded: listOf(closed(BRUNO_FIELD)) }),
    closed({
      mode: { const: 'multipartForm' },
      multipartForm: listOf({
        oneOf: [
          closed({ ...BRUNO_FIELD, type: { const: 'text' } }),
          closed({ ...BRUNO_FIELD, type: { const: 'file' }, value: listOf(text), contentType: text }),
        ],
      }),
    }),
  ],
};

export const BRUNO_FORMAT = closed({
  name: text,
  version: { const: '1' },
  items: listOf(
    closed({
      type: { const: 'http' },
      name: { type: 'string', minLength: 1 },
      seq: { type: 'integer', minimum: 1 },
      request: closed({
        url: text,
        method: oneOf('GET', 'PUT', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
        headers: listOf(closed(BRUNO_FIELD)),
        params: listOf(closed(BRUNO_FIELD)),
        auth: {
          oneOf: [
            closed({ mode: { const: 'none' } }),
            closed({ mode: { const: 'bearer' }, bearer: closed({ token: text }) }),
          ],
        },
        body: BRUNO_BODY,
        script: closed({ res: text }),
        vars: closed({}),
        assertions: listOf(closed({ ...BRUNO_FIELD, value: { type: 'string', pattern: String.raw`^eq \d{3}$` } })),
        tests: text,
        docs: text,
      }),
    }),
  ),
  environments: listOf(
    closed({
      name: text,
      variables: listOf(closed({ ...BRUNO_FIELD, type: { const: 'text' }, secret: { type: 'boolean' } })),
    }),
  ),
  brunoConfig: closed({ version: { const: '1' }, name: text, type: { const: 'collection' } }),
});
