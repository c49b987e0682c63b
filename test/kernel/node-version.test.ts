import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { faultOfNode } from '../../src/kernel/node-version.js';

test('an older Node is named, with the remedy', () => {
  for (const old of ['18.20.4', '20.19.5', '22.18.0'])
    expect(faultOfNode(old)).toMatch(new RegExp(`needs Node 22\\.19 or later; this is Node ${old}\\.\n.*node@24`));
  for (const good of ['22.19.0', '22.20.1', '24.0.0']) expect(faultOfNode(good)).toBeUndefined();
});

test('the package declares the same version', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  expect(engines.node).toBe('>=22.19');
});
