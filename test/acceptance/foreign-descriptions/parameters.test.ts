import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start({ spec: `${import.meta.dirname}/descriptions/parameters.yaml` });

test('nothing is wrong with the description', () => {
  expect(started.mock.findings).toEqual([]);
});

test.each([
  '/items/5:cancel',
  '/files/report.pdf',
  '/query',
  '/query?flag=true&number=-1.5e3&one=',
  '/query?unknown=1&&=',
  '/query-members?from=1&to=2',
])('GET %s is taken', async (path) => {
  const { status, body } = await started.api.get(path);
  expect({ status, errors: body?.errors }).toEqual({ status: 204, errors: undefined });
});

test.each([
  ['/simple/1,a', 'ids[1]', 'a'],
  ['/simple/1,2,3,4', 'ids', ['1', '2', '3', '4']],
  ['/label/.a', 'ids[0]', 'a'],
  ['/label-exploded/.1.a', 'ids[1]', 'a'],
  ['/matrix/;ids=a', 'ids[0]', 'a'],
  ['/matrix-exploded/;ids=1;ids=a', 'ids[1]', 'a'],
  ['/simple-object/to=2', 'range.from', null],
  ['/items/x:cancel', 'id', 'x'],
  ['/files/report.exe', 'extension', 'exe'],
  ['/query?exploded=1&exploded=a', 'exploded[1]', 'a'],
  ['/query?exploded=1,2', 'exploded[0]', '1,2'],
  ['/query?commas=1,a', 'commas[1]', 'a'],
  ['/query?pipes=1,2', 'pipes[0]', '1,2'],
  ['/query?spaces=1%20a', 'spaces[1]', 'a'],
  ['/query?deep[from]=a', 'deep.from', 'a'],
  ['/query?deep[to]=1', 'deep.from', null],
  ['/query?flat=from,a', 'flat.from', 'a'],
  ['/query?json=%7B%22to%22%3A1%7D', 'json.from', null],
  ['/query?json=%7B', 'json', '{'],
  ['/query?flag=yes', 'flag', 'yes'],
  ['/query?flag=', 'flag', ''],
  ['/query?number=', 'number', ''],
  ['/query?number=12a', 'number', '12a'],
  ['/query?one=a&one=b', 'one', ['a', 'b']],
  ['/query-members?from=a', 'range.from', 'a'],
])('GET %s is refused at %s', async (path, field, rejectedValue) => {
  const { status, body } = await started.api.get(path);
  expect({ status, errors: body.errors }).toMatchObject({ status: 422, errors: [{ field, rejectedValue }] });
});

test('whatever is missing is named as the description spells it', async () => {
  const { status, body } = await started.api.get('/required');
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    { field: 'q', message: 'is required', rejectedValue: null },
    { field: 'X-Number', message: 'is required', rejectedValue: null },
  ]);
});

test.each([
  ['session=abc', 204],
  ['other=1; session=abc; size=12', 204],
  ['session=abc=', 204],
  ['session=ABC', 422],
  ['session=abc; size=large', 422],
  ['sessions=abc', 422],
  ['', 422],
])('Cookie: %s gets %i', async (cookie, expected) => {
  const { status } = await started.api.get('/cookies', { headers: { cookie } });
  expect(status).toBe(expected);
});
