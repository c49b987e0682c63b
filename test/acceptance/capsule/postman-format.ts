/**
 * The parts of the Postman Collection Format v2.1.0 (https://schema.postman.com) that the collections use, as a JSON Schema
 * that allows nothing else. Ids are left out: programs draw them on import.
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
