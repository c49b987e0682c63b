import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createTempFolder } from '../support/temp-folder.ts';

// Every rule of our own, and a sample of the others, still fires: one violation in each file of a folder that the linter reads
// with the project's configuration.

const ROOT = path.resolve();
const OXLINT = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');

const MACHINE = 'Time and chance are arguments';
const SLEEP = 'Tests never sleep';
const DESCRIBED = 'The description types the request';
const ELEMENTS = 'Make elements';
const ENDING = 'write .ts';
const PREFIX = 'Write node:';
const COMMANDS = 'The command line uses createMock';

/** Folder, code, and the beginning of what is said about it. */
const OWN: readonly (readonly [folder: string, code: string, message: string])[] = [
  ['src/engine', 'export const timer = setTimeout(String, 1);', MACHINE],
  ['src/engine', 'export const timer = globalThis.setInterval(String, 1);', MACHINE],
  ['src/engine', 'export const timer = setImmediate(String);', MACHINE],
  ['src/engine', 'export const now = performance.now();', MACHINE],
  ['src/engine', "import { setTimeout } from 'node:timers/promises'; export { setTimeout };", MACHINE],
  ['src/engine', "export const load = () => import('node:timers/promises');", MACHINE],
  ['src/engine', "import timers from 'node:timers'; export { timers };", MACHINE],
  ['src/engine', "import { performance } from 'node:perf_hooks'; export { performance };", MACHINE],
  ['src/engine', "import { randomUUID } from 'node:crypto'; export { randomUUID };", MACHINE],
  ['src/engine', "import * as crypto from 'node:crypto'; export { crypto };", MACHINE],
  ['src/engine', "export { randomBytes } from 'node:crypto';", MACHINE],
  ['src/engine', 'export const now = Date.now();', MACHINE],
  ['src/engine', 'export const { now } = Date;', MACHINE],
  ['src/engine', 'export const now = new Date();', MACHINE],
  ['src/engine', 'export const now = Date();', MACHINE],
  ['src/engine', 'export const chance = Math.random();', MACHINE],
  ['src/engine', 'export const now = process.hrtime();', MACHINE],
  ['src/engine', 'export const signal = AbortSignal.timeout(1);', MACHINE],
  ['src/engine', 'export const id = crypto.randomUUID();', MACHINE],
  ['src/engine', 'export const bytes = crypto.getRandomValues(new Uint8Array(1));', MACHINE],
  ['src/commands', 'export const now = new Date();', MACHINE],
  ['src/commands', "export * from '../composition/create-server.ts';", COMMANDS],
  ['src/commands/terminal', "export const load = () => import('../../composition/create-server.ts');", COMMANDS],
  ['src/edges/admin/orders', 'export const now = new Date();', MACHINE],
  ['src/edges/admin/orders', 'export const read = (call: { input: string }) => call.input;', DESCRIBED],
  [
    'src/edges/admin/orders',
    'export const read = (call: { pathParameters: string }) => call.pathParameters;',
    DESCRIBED,
  ],
  ['src/edges/admin/orders', 'export const read = (call: { body: unknown }) => call.body as string;', DESCRIBED],
  ['src/edges/admin/orders', 'export const read = (query: unknown) => query as string;', DESCRIBED],
  ['test/engine', 'export const timer = setTimeout(String, 1);', SLEEP],
  ['test/engine', "import { setTimeout } from 'node:timers/promises'; export { setTimeout };", SLEEP],
  ['console/kit', 'export const Bold = () => <b dangerouslySetInnerHTML={{ __html: "" }} />;', ELEMENTS],
  ['console/kit', 'export const fill = (one: Element) => { one.innerHTML = ""; };', ELEMENTS],
  ['console/kit', 'export const Bold = () => <b style="color: red" />;', 'Write style={{...}} or a class'],
  ...['src/engine', 'console/kit', 'scripts', 'bench', 'test/support'].flatMap(
    (folder): (readonly [string, string, string])[] => [
      [folder, "export * from './other.js';", ENDING],
      [folder, "import type { One } from './other'; export type { One };", ENDING],
      [folder, "export const load = () => import('../other.js');", ENDING],
      [folder, "import { join } from 'path'; export { join };", PREFIX],
      [folder, "export const load = () => import('fs/promises');", PREFIX],
    ],
  ),
];

const ALLOWED: readonly (readonly [folder: string, code: string])[] = [
  ['src/edges/system', 'export const now = Date.now();'],
  ['src/engine', "import { createHash } from 'node:crypto'; export { createHash };"],
  ['src/engine', 'export const at = new Date(0);'],
  ['src/commands', "export * from '../composition/create-mock.ts';"],
  ['src/edges/admin/access', 'export const read = (call: { body: unknown }) => call.body as string;'],
  ['src/edges/admin/behaviour', 'export const read = (call: { input: string }) => call.input;'],
  ['test/support', 'export const timer = setTimeout(String, 1);'],
  ['test/attack', 'export const timer = setTimeout(String, 1);'],
  ['test/endurance', 'export const timer = setTimeout(String, 1);'],
  ['console/kit', 'export const Bold = () => <b style={{ color: "red" }} />;'],
];

const PROMISE = 'const later = async (): Promise<string> => { await Promise.resolve(); return ""; };';

/** Of the rules that come with the linter, and of the compiler. */
const COMMON: readonly (readonly [rule: string, code: string])[] = [
  ['typescript(TS2322)', "export const count: number = '';"],
  ['typescript(TS6133)', 'const count = 1;\nexport {};'],
  ['typescript(TS2578)', 'export {};\n// @ts-expect-error because nothing is wrong\nString(1);'],
  [
    'typescript(TS4094)',
    'export const Counter = class {\n  private readonly count = 1;\n  read(): number { return this.count; }\n};',
  ],
  ['typescript(TS4111)', 'export const read = (map: Record<string, string>) => map.key;'],
  ['typescript(no-floating-promises)', `${PROMISE}\nexport const run = (): void => { later(); };`],
  ['typescript(no-misused-promises)', `${PROMISE}\nexport const run = (): string => (later() ? 'yes' : 'no');`],
  ['typescript(await-thenable)', 'export const run = async (): Promise<void> => { await 1; };'],
  ['typescript(require-await)', 'export const run = async (): Promise<number> => 1;'],
  ['typescript(no-unnecessary-condition)', "export const run = (text: string): string => text ?? '';"],
  ['typescript(no-explicit-any)', 'export const read = (value: any): unknown => value;'],
  ['typescript(no-unsafe-assignment)', "export const value: string = JSON.parse('1');"],
  ['typescript(no-base-to-string)', 'export const run = (value: object): string => `${value}`;'],
  ['typescript(no-deprecated)', '/** @deprecated */\nconst old = 1;\nexport const next = old;'],
  ['typescript(consistent-type-imports)', "export type One = import('./other.ts').One;"],
  ['typescript(prefer-nullish-coalescing)', "export const run = (text?: string): string => text || '';"],
  ['eslint(eqeqeq)', 'export const same = (one: string, other: string): boolean => one == other;'],
  ['eslint(no-unused-vars)', 'try { String(1); } catch (error) { String(2); }\nexport {};'],
];

interface Finding {
  readonly filename: string;
  readonly code?: string;
  readonly message: string;
  readonly help?: string;
}

const fileOf = (list: string, index: number, folder: string): string =>
  `${folder}/${list}-${String(index)}.${folder.startsWith('console/') ? 'tsx' : 'ts'}`;

let findings: readonly Finding[];
const of = (file: string): readonly Finding[] => findings.filter(({ filename }) => filename === file);
const restrictionsOf = (file: string): readonly string[] =>
  of(file)
    .filter(({ code }) => code?.includes('no-restricted-') === true)
    .map(({ message, help = '' }) => `${message} ${help}`);

beforeAll(async () => {
  const compilerOptions = {
    ...{ typeRoots: [path.join(ROOT, 'node_modules/@types')], jsx: 'preserve', lib: ['es2024', 'dom'] },
  };
  const folder = await createTempFolder({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ extends: path.join(ROOT, 'src/tsconfig.json'), compilerOptions, include: ['.'] }),
    'oxlint.config.ts': `export { default } from ${JSON.stringify(path.join(ROOT, 'oxlint.config.ts'))};`,
    ...Object.fromEntries([
      ...OWN.map(([place, code], index) => [fileOf('own', index, place), code]),
      ...ALLOWED.map(([place, code], index) => [fileOf('allowed', index, place), code]),
      ...COMMON.map(([, code], index) => [fileOf('common', index, 'src/kernel'), code]),
    ]),
  });
  try {
    const ran = promisify(execFile)(process.execPath, [OXLINT, '--type-check', '-f', 'json'], {
      cwd: folder.path,
      maxBuffer: Infinity,
    });
    const { stdout } = await ran.catch((error: unknown) => error as { readonly stdout: string });
    findings = (JSON.parse(stdout) as { readonly diagnostics: readonly Finding[] }).diagnostics;
  } finally {
    await folder.remove();
  }
});

describe('a rule of our own is enforced', () => {
  test.each(OWN.map((each, index) => [...each, index] as const))('in %s: %s', (folder, _code, message, index) => {
    expect(restrictionsOf(fileOf('own', index, folder))).toEqual([expect.stringContaining(message)]);
  });

  test.each(ALLOWED.map((each, index) => [...each, index] as const))('but not in %s: %s', (folder, _code, index) => {
    expect(restrictionsOf(fileOf('allowed', index, folder))).toEqual([]);
  });
});
