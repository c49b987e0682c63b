import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { LIMIT_CONSTANTS, LIMIT_NAME, UNLISTED_CONSTANTS } from '../../scripts/docs/limit-constants.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** `file NAME` of each constant at the top of a file. */
const constantsIn = async (file: string): Promise<readonly string[]> => {
  const source = await readFile(path.join(ROOT, file), 'utf8');
  return [...source.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [^=]+)? =/gm)].map(
    ([, name]) => `${file} ${name!}`,
  );
};

const isLimit = (constant: string): boolean => LIMIT_NAME.test(constant.split(' ')[1] ?? '');

const listed = Object.entries(LIMIT_CONSTANTS).flatMap(([file, names]) =>
  Object.keys(names).map((name) => `${file} ${name}`),
);
const unlisted = Object.values(UNLISTED_CONSTANTS).flatMap((files) =>
  Object.entries(files).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
);

test('every constant with the name of a limit is in docs/configuration.md, or has a reason not to be', async () => {
  // What the command line does for its own user is no limit of the server.
  const served: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: ROOT }))
    if (!/^src[/\\](?:commands|generated)[/\\]/.test(file)) served.push(file);
  const constants = new Set((await Promise.all(served.map(constantsIn))).flat());
  expect([...constants].filter((each) => isLimit(each) && ![...listed, ...unlisted].includes(each))).toEqual([]);
  expect([...listed, ...unlisted].filter((each) => !constants.has(each))).toEqual([]);
  expect(listed.filter((each) => unlisted.includes(each))).toEqual([]);
});
