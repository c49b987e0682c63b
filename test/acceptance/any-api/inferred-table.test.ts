import { afterAll, expect, test } from '@jest/globals';
import { runHere } from '../../support/command-line.ts';
import { closedBy } from '../../support/closed-by.ts';

const describing = (wish: string): string => `openapi: 3.1.0
info: { title: Berths, version: '1' }
paths:
  /berths:
    get:
      operationId: listBerths
      parameters: [{ name: offset, in: query, schema: { type: integer } }]
      responses:
        '200': { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Berth' } } } } }
  /berths/{number}:
    parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getBerth
      x-resource: ${wish}
      responses: { '200': { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Berth' } } } } }
components:
  schemas:
    Berth: { type: object, properties: { number: { type: integer }, depth: { type: number } } }
`;

const folder = await closedBy(afterAll).folderOf({
  'good.yaml': describing('{ does: read }'),
  'misspelt.yaml': describing('{ does: reads }'),
});

test('vatmock validate --resources shows what is kept, and where x-resource is wrong', async () => {
  const files = [folder.file('good.yaml'), folder.file('misspelt.yaml')];
  const { code, stdout } = await runHere(['validate', '--resources', ...files]);
  expect(code).toBe(1);
  const [, titles, row, finding] = stdout.split('\n');
  expect(titles).toMatch(/^RESOURCE +ID +PAGES BY +OPERATIONS$/);
  expect(row).toMatch(/^berths +number +offset +list listBerths, read getBerth$/);
  expect(finding).toMatch(
    /misspelt\.yaml:14:19: x-resource is ignored: write false, or an object with "does", one of create, /,
  );
});

test('it takes the descriptions to look into', async () => {
  const { code, stderr } = await runHere(['validate', '--resources']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--resources takes the descriptions to look into')]);
});
