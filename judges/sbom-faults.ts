import { Ajv, type ErrorObject } from 'ajv';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const SCHEMAS = path.join(import.meta.dirname, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');

export interface Sbom {
  readonly components: readonly { readonly group?: string; readonly name: string; readonly version: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** How its schemas refer to each other. */
const ADDRESS = 'http://cyclonedx.org/schema/';

/** Where a bill of materials differs from the schema of CycloneDX 1.6, which knows the identifiers of licences too. */
export const findSbomFaults = async (sbom: Sbom): Promise<readonly ErrorObject[]> => {
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
  for (const name of ['bom-1.6', 'spdx', 'jsf-0.82']) {
    const file = `${name}.SNAPSHOT.schema.json`;
    const { $id: _, ...schema } = JSON.parse(await readFile(path.join(SCHEMAS, file), 'utf8')) as { $id: string };
    ajv.addSchema(schema, ADDRESS + file);
  }
  ajv.validate(`${ADDRESS}bom-1.6.SNAPSHOT.schema.json`, sbom);
  return ajv.errors ?? [];
};
