/** docs/control-api.md and docs/integrating.md repeat lists from the code and the files: these tests compare them. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { SIMULATORS } from '../../src/vat/simulators/simulators.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const readText = (file: string): Promise<string> => readFile(path.join(ROOT, file), 'utf8');

/** The cells of the table below a heading, without its head. */
const rowsBelow = (page: string, heading: string): string[][] => {
  const section = page.split(new RegExp(`\\n#+ ${heading}\\n`))[1]?.split(/\n#{2,3} /)[0];
  if (section === undefined) throw new Error(`there is no heading "${heading}"`);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
};

const page = await readText('docs/control-api.md');

test('the page lists every simulator with what it needs and takes', () => {
  const listed = rowsBelow(page, 'Simulators').map(([, name, body]) => ({
    name,
    members: body!.match(/\w+/g)?.filter((word) => word !== 'optional') ?? [],
  }));
  const known = [...SIMULATORS.values()].map(({ name, needs, takes }) => ({ name, members: [...needs, ...takes] }));
  expect(listed).toEqual(known);
});

test('the page of identities lists the clients of local mode with their secrets', async () => {
  const { organizations } = parse(await readText('fixtures/organizations.yaml')) as {
    organizations: { clients: { clientId: string; clientSecret: string }[] }[];
  };
  const known = organizations.flatMap(({ clients }) => clients.map((client) => [client.clientId, client.clientSecret]));
  const listed = rowsBelow(await readText('docs/integrating.md'), 'The bundled clients').map(([, id, secret]) => [
    id,
    secret,
  ]);
  expect(listed).toEqual(known);
});
