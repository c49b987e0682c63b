import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Parser, fromFile } from '@asyncapi/parser';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createConfig, lint } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';
import { parse } from 'yaml';
import { applyOverlays } from '../src/engine/contract/overlay.ts';
import type { SchemaObject } from '../src/engine/contract/walk-schema.ts';
import { run } from '../test/acceptance/examples/run.ts';
import { eventFileTypes, specFile } from '../test/support/spec-files.ts';
import { type TempFolder, createTempFolder } from '../test/support/temp-folder.ts';
import { startMock } from '../test/support/start-mock.ts';

// Spectral walks a long document in seconds.
jest.setTimeout(120_000);

const { Document, Spectral } = spectralCore;
const { oas } = rulesets;

/** As its authors wrote it, except that it does not fail on a `null` in an example, which version 1.22.4 does. */
const oasRuleset = {
  extends: [oas],
  rules: {
    'duplicated-entry-in-enum': {
      ...oas.rules['duplicated-entry-in-enum'],
      given: "$..[?(@property !== 'properties' && @ && @.enum && @.enum.constructor.name === 'Array')]",
    },
  },
} as RulesetDefinition;

/** Severities of Spectral, and of the AsyncAPI parser, which uses it: what is below a warning is advice. */
const ERROR = 0;
const WARNING = 1;

const redocly = async (file: string, ruleset: 'recommended' | 'recommended-strict') => {
  const problems = await lint({ ref: file, config: await createConfig({ extends: [ruleset] }) });
  return problems.map(({ severity, ruleId, message, location }) => ({
    severity,
    text: `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
  }));
};

const spectral = async (text: string, file: string): Promise<{ severity: number; text: string }[]> => {
  const linter = new Spectral();
  linter.setRuleset(oasRuleset);
  const problems = await linter.run(new Document(text, parsers.Yaml, file));
  return problems.map(({ severity, code, message, path }) => ({
    severity,
    text: `${String(code)}: ${message} (${path.join('/')})`,
  }));
};

describe('openapi.yaml', () => {
  const file = specFile('openapi.yaml');

  test('Redocly, recommended-strict, has nothing to say', async () => {
    expect(await redocly(file, 'recommended-strict')).toEqual([]);
  });

  test('Spectral, oas, has neither errors nor warnings', async () => {
    const problems = await spectral(await readFile(file, 'utf8'), file);
    expect(problems.filter(({ severity }) => severity <= WARNING)).toEqual([]);
  });
});

describe.each(['documented-facts', 'with-assumptions'])('the overlay %s', (name) => {
  const file = specFile('openapi.yaml');
  const overlay = path.join(import.meta.dirname, `../docs/examples/overlays/${name}.overlay.yaml`);
  let folder: TempFolder;
  beforeAll(async () => {
    // References lead from where the result is.
    folder = await createTempFolder({});
    await cp(path.dirname(file), folder.path, { recursive: true });
  });
  afterAll(() => folder.remove());

  test('bump-cli and the server apply it alike, and Redocly finds no error in what is left', async () => {
    const bump = path.join(import.meta.dirname, 'node_modules/bump-cli/bin/run.js');
    const out = folder.file('overlaid.yaml');
    const ran = await run(process.execPath, [bump, 'overlay', file, overlay, '--out', out], { cwd: folder.path });
    expect(ran).toMatchObject({ code: 0 });
    const document = parse(await readFile(file, 'utf8')) as SchemaObject;
    const ours = await applyOverlays(document, file, { overlays: [overlay] });
    expect(ours.findings).toEqual([]);
    expect(parse(await readFile(out, 'utf8'))).toEqual(ours.document);
    const problems = await redocly(out, 'recommended');
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

/** Warnings are of no use here: an operation such as the health check has no 4XX to describe. */
describe('admin.yaml', () => {
  const file = specFile('admin.yaml');

  test('Redocly, recommended, finds no error', async () => {
    const problems = await redocly(file, 'recommended');
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('Spectral, oas, finds no error', async () => {
    const problems = await spectral(await readFile(file, 'utf8'), file);
    expect(problems.filter(({ severity }) => severity <= ERROR)).toEqual([]);
  });
});

describe('asyncapi.yaml', () => {
  test('the AsyncAPI parser has neither errors nor warnings', async () => {
    const { document, diagnostics } = await fromFile(new Parser(), specFile('asyncapi.yaml')).parse();
    expect(diagnostics.filter(({ severity }: { severity: number }) => severity <= WARNING)).toEqual([]);
    expect(document?.allMessages().all()).toHaveLength((await eventFileTypes()).length);
  });

  test('as it is served, it is valid, and leads to the inboxes', async () => {
    const { api, mock, stop } = await startMock();
    const { text } = await api.call('GET', `${mock.url}/asyncapi.yaml`, { as: null });
    await stop();
    const { document, diagnostics } = await new Parser().parse(text);
    expect(diagnostics.filter(({ severity }: { severity: number }) => severity <= WARNING)).toEqual([]);
    const { host } = new URL(mock.url);
    expect(document?.servers().get('inbox')?.json()).toMatchObject({ host, pathname: '/__inbox', protocol: 'http' });
  });
});

test('a fault would be found', async () => {
  const text = await readFile(specFile('admin.yaml'), 'utf8');
  const faulty = text.replace('operationId: getReadiness', 'operationId: getHealth');
  const problems = await spectral(faulty, specFile('faulty.yaml'));
  expect(problems).toContainEqual({
    severity: ERROR,
    text: 'operation-operationId-unique: Every operation must have unique "operationId". (paths//ready/get/operationId)',
  });
});
