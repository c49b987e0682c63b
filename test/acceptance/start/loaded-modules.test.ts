import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { readFile } from 'node:fs/promises';
import { startProgram } from '../../support/command-line.ts';
import { packageFile } from '../../../src/edges/files/package-files.ts';

const folder = await closedBy(afterAll).folderOf();

/** What a command loads: files from the root of the package, packages by name, modules of Node. */
const loadedBy = async (...args: readonly string[]): Promise<readonly string[]> => {
  const list = folder.file('loaded.txt');
  const command = startProgram(
    ['--import', './test/support/list-modules.ts', 'src/cli.js', ...args],
    { LOADED_MODULES: list, PORT: '0' },
    packageFile(),
  );
  if (args[0] === 'serve' && !args.includes('--help')) {
    await command.says('stdout', /Base URL/);
    command.signal('SIGTERM');
  }
  expect(await command.ended).toMatchObject({ code: 0 });
  return [...new Set((await readFile(list, 'utf8')).split('\n').map(nameOf))];
};

const nameOf = (loaded: string): string =>
  loaded
    .replace(/^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/.*/, 'package $1')
    .replace(/^file:.*?\/(?=(?:src|test)\/)/, '')
    .replace(/^NativeModule /, 'node:');

const isOfServer = (name: string): boolean => /^(?:src\/(?:engine|vat|control|composition)\/|package )/.test(name);

/** Needed by other commands, by some requests, or by the first start, which reads YAML. */
const LATE = [
  ...['undici', 'yaml', '@faker-js/faker', 're2js', 'json-schema-faker', 'pino-pretty'].map(
    (name) => `package ${name}`,
  ),
  ...['express', 'rfc6902', 'saxes'].map((name) => `package ${name}`),
  ...['src/engine/resources/infer.ts', 'src/engine/resources/keep.ts', 'src/control/read-model/records.ts'],
  ...['tls', 'http2', 'internal/deps/undici/undici'].map((name) => `node:${name}`),
];

const isCommand = (name: string): boolean => /^src\/commands\/(?!run-command|commands)[\w-]+\.ts$/.test(name);

test('a plain start loads no parser, no other command, and nothing that only some requests need', async () => {
  await loadedBy('serve');
  const loaded = await loadedBy('serve');
  expect(loaded).toEqual(expect.arrayContaining(['src/commands/serve.ts', 'package router', 'node:http']));
  expect(loaded.filter(isCommand)).toEqual(['src/commands/serve.ts']);
  expect(loaded.filter((name) => LATE.includes(name))).toEqual([]);
});

test("another API's start loads nothing of own behaviours where there are none", async () => {
  const loaded = await loadedBy('serve', '--spec', 'docs/examples/helpdesk.yaml');
  expect(loaded).toContain('src/engine/resources/keep.ts');
  expect(loaded.filter((name) => /own-behaviours|behaviours-file/.test(name))).toEqual([]);
});

test('a hosted server loads beforehand what the first document, delivery or scenario of a tenant needs', async () => {
  const loaded = await loadedBy('serve', '--mode', 'hosted', '--public-url', 'https://stub.example');
  expect(loaded).toEqual(
    expect.arrayContaining([
      ...['package pdfkit', 'package undici', 'package yaml'],
      ...['src/composition/control-api.ts', 'src/vat/export-file/describe-export-file.ts', 'src/vat/papers/paper.ts'],
    ]),
  );
});

test.each([[], ['--help'], ['help'], ['--version']].map((args) => [args]))('%j loads nothing else', async (args) => {
  const loaded = await loadedBy(...args);
  expect(loaded).toContain('src/commands/run-command.ts');
  expect(loaded.filter((name) => isOfServer(name) || isCommand(name))).toEqual([]);
});

test('the help of a command needs the parser, but neither the command nor a server', async () => {
  const loaded = await loadedBy('trigger', '--help');
  expect(loaded.filter(isOfServer)).toEqual(['package commander', 'src/engine/matching/nearest.ts']);
  expect(loaded.filter(isCommand)).toEqual([]);
});
