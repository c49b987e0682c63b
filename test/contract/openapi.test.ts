import { expect, test } from '@jest/globals';
import { checkStructure } from '../../src/engine/contract/check-structure.ts';
import { specFile } from '../support/spec-files.ts';

/** What Redocly and Spectral say of them is asked in judges/. */
test.each(['openapi.yaml', 'admin.yaml'])('%s fits the schema of OpenAPI', async (name) => {
  expect(await checkStructure(specFile(name))).toEqual([]);
});
