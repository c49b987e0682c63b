import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

// Schemas and documents in the manner of OpenAPI 3.2.0, section 4.26, and 3.0.4, XML Object.
const SCHEMAS = `
    Plain: { type: object, xml: { name: document }, properties: { animals: { type: array, items: { type: string } } }, example: { animals: [dog, cat] } }
    Person:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        id: { type: integer, format: int32, xml: { attribute: true } }
        name: { type: string, xml: { namespace: https://example.com/schema, prefix: sample } }
        boss: { $ref: '#/components/schemas/Person' }
      example: { id: 123, name: 'Ann <&> "B"', boss: { name: Cy } }
    Wrapped:
      type: object
      properties: { books: { type: array, minItems: 1, xml: { wrapped: true }, items: { type: integer, xml: { name: book } } } }
      example: { books: [1, 2] }
    Aliens:
      type: object
      properties: { animals: { type: array, xml: { name: aliens, nodeType: element }, items: { type: string } } }
      example: { animals: [dog] }
    Animals:
      type: array
      xml: { nodeType: element, name: animals }
      items:
        type: object
        xml: { name: animal }
        properties: { kind: { type: string, xml: { nodeType: attribute } }, name: { type: string, xml: { nodeType: text } } }
      example: [{ kind: Cat, name: Fluffy }, { kind: Dog, name: Fido }]
    People: { type: array, items: { $ref: '#/components/schemas/Person' }, example: [{ name: Ann }] }
    Docs:
      type: object
      properties: { content: { type: string, xml: { nodeType: cdata } } }
      example: { content: '<b>a]]>b</b>' }
    OneTwoThree:
      type: array
      xml: { nodeType: element }
      prefixItems:
        - { type: string, xml: { name: One } }
        - { type: object, xml: { name: Two }, properties: { unit: { type: string, xml: { nodeType: attribute } }, value: { type: number, xml: { nodeType: text } } } }
        - { type: [boolean, 'null'], xml: { name: Three } }
      example: [Some text, { unit: cubits, value: 42 }, null]
    Product:
      type: object
      required: [count]
      properties: { count: { type: [number, 'null'], xml: { nodeType: attribute } }, related: { type: [object, 'null'] } }
      example: { count: null, related: {} }
`;

const PET = `
    Pet: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }`;

const NAMES = [...SCHEMAS.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name ?? '');

/** A kept one, in JSON or XML. */
const KEPT = `  /pets:
    post:
      requestBody: { content: { application/json: &pet { schema: { $ref: '#/components/schemas/Pet' } }, application/xml: *pet } }
      responses: { '201': { description: OK, content: { application/json: *pet, application/xml: *pet } } }
  /pets/{petId}:
    parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
    get:
      responses: { '200': { description: OK, content: { application/json: *pet, application/xml: *pet } } }
`;

const operation = (name: string): string => `  /${name}:
    post:
      requestBody: { required: true, content: { application/xml: { schema: { $ref: '#/components/schemas/${name}' } } } }
      responses: { '200': { description: OK, content: { application/xml: { schema: { $ref: '#/components/schemas/${name}' } } } } }
`;

const paths = NAMES.map(operation).join('');
const started = await closedBy(afterAll).serve(
  `openapi: 3.2.0\ninfo: { title: XML, version: '1' }\npaths:\n${paths}${KEPT}components:\n  schemas:${PET}${SCHEMAS}`,
  { maxJsonValues: 2000 },
);

const post = (name: string, xml: string, headers = {}) =>
  started.api.post(`/${name}`, xml, { headers: { 'content-type': 'application/xml', ...headers } });

const DOCUMENTS: readonly (readonly [name: string, xml: string])[] = [
  ['Plain', '<document><animals>dog</animals><animals>cat</animals></document>'],
  [
    'Person',
    '<Person id="123"><sample:name xmlns:sample="https://example.com/schema">Ann &lt;&amp;&gt; &quot;B&quot;</sample:name><boss><sample:name xmlns:sample="https://example.com/schema">Cy</sample:name></boss></Person>',
  ],
  ['Wrapped', '<Wrapped><books><book>1</book><book>2</book></books></Wrapped>'],
  ['Aliens', '<Aliens><aliens><aliens>dog</aliens></aliens></Aliens>'],
  ['Animals', '<animals><animal kind="Cat">Fluffy</animal><animal kind="Dog">Fido</animal></animals>'],
  [
    'People',
    '<People><Person><sample:name xmlns:sample="https://example.com/schema">Ann</sample:name></Person></People>',
  ],
  ['Docs', '<Docs><![CDATA[<b>a]]]]><![CDATA[>b</b>]]></Docs>'],
  [
    'OneTwoThree',
    '<OneTwoThree><One>Some text</One><Two unit="cubits">42</Two><Three xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"></Three></OneTwoThree>',
  ],
  ['Product', '<Product><related></related></Product>'],
];

test.each(DOCUMENTS)('%s is accepted and answered as %s', async (name, xml) => {
  const { status, text, headers } = await post(name, xml);
  expect([status, text, headers['content-type']]).toEqual([
    200,
    `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`,
    'application/xml',
  ]);
});

test('all of them are among the tested', () => {
  expect(DOCUMENTS.map(([name]) => name)).toEqual(NAMES);
});

test.each(NAMES)('a generated %s is accepted again', async (name) => {
  const [, document = ''] = DOCUMENTS.find(([each]) => each === name) ?? [];
  const { text } = await post(name, document, { prefer: 'dynamic=true' });
  expect([text, (await post(name, text)).status]).toEqual([text, 200]);
});

test('what was kept from XML is shown as XML or JSON', async () => {
  const made = await post('pets', '<Pet><id>7</id><name>Rex</name></Pet>', { accept: 'application/xml' });
  expect([made.status, made.text]).toEqual([201, expect.stringMatching(/<Pet><id>\d+<\/id><name>Rex<\/name><\/Pet>/)]);
  const [, id = ''] = /<id>(\d+)</.exec(made.text) ?? [];
  const shown = await started.api.get(`/pets/${id}`, { headers: { accept: 'application/xml' } });
  expect([shown.headers['content-type'], shown.text]).toEqual(['application/xml', made.text]);
  expect((await started.api.get(`/pets/${id}`)).body).toEqual({ id: Number(id), name: 'Rex' });
});

test.each<readonly [name: string, xml: string, fields: readonly string[]]>([
  ['Person', '<Somebody/>', ['', 'name']],
  // Of no namespace, it is another element.
  ['Person', '<Person id="x"><name>Ann</name></Person>', ['id', 'name']],
  ['Person', '<Person><n:name xmlns:n="https://example.com/schema">A</n:name><more/></Person>', ['more']],
  ['Person', '<Person more="1"><n:name xmlns:n="https://example.com/schema">A</n:name></Person>', ['more']],
  ['Wrapped', '<Wrapped><books><book>one</book></books></Wrapped>', ['books[0]']],
  ['Wrapped', '<Wrapped><books><page>1</page></books></Wrapped>', ['books[0]']],
  ['Wrapped', '<Wrapped><books/></Wrapped>', ['books']],
])('%s refuses %s because of %j', async (name, xml, fields) => {
  const { status, body } = await post(name, xml);
  const found = (body.errors as { field: string }[]).map(({ field }) => field);
  expect([status, found.sort()]).toEqual([422, [...fields].sort()]);
});

test.each([
  ['<Person>', /unclosed tag: Person/],
  ['<a/><b/>', /only one root/],
  ['text', /outside of root/],
  ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><Person>&b;</Person>', /undefined entity/],
  ['<a>'.repeat(100_000), /nested more than \d+ levels deep/],
  [`<a>${'<b/>'.repeat(100_000)}</a>`, /more than 2000 elements and attributes/],
])('%.40s is malformed', async (xml, detail) => {
  const { status, body } = await post('Person', xml);
  expect([status, body.detail]).toEqual([400, expect.stringMatching(detail)]);
});
