import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { createDescriptionTexts } from '../../../src/edges/descriptions/description-routes.ts';
import type { SchemaObject } from '../../../src/engine/contract/walk-schema.ts';
import { specFile } from '../../support/spec-files.ts';

/** The description as YAML, and how often its writing could pause. */
const toYaml = async (document: SchemaObject) => {
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return Promise.resolve();
  };
  const texts = createDescriptionTexts(document, () => pause);
  return { text: (await texts('yaml', 'http://127.0.0.1:4010')).text, pauses };
};

const whole = (document: SchemaObject): string => stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 });

test.each(['openapi.yaml', 'admin.yaml'])(
  '%s is written in pieces that join to the text of the whole',
  async (name) => {
    const document = parse(await readFile(specFile(name), 'utf8')) as SchemaObject;
    const { text, pauses } = await toYaml(document);
    expect(text).toBe(whole(document));
    expect(pauses).toBeGreaterThan(Object.keys(document['paths'] as object).length);
  },
);

test('empty members, lists and quoted names are written like the rest', async () => {
  const document = {
    a: {},
    b: [],
    'c: d': { 'e: "f"': [1, { g: 'h\ni' }], k: null },
    l: 'long '.repeat(50),
    m: [{ n: 1 }, 2],
  };
  expect((await toYaml(document)).text).toBe(whole(document));
});
