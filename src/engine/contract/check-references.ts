import { forEachSchema } from './dialect.ts';
import type { Diagnostic } from './diagnostic.ts';
import { valueAt } from './json-pointer.ts';
import type { LoadedDocument } from './load-document.ts';
import { walkSchema } from './walk-schema.ts';

/** The metaschema is bundled. */
const KNOWN = 'https://json-schema.org/draft/2020-12/';

/** Checks every schema, without compiling it, for unresolvable `$ref`s. */
export const checkReferences = ({ document, explainReference }: Omit<LoadedDocument, 'file'>): Diagnostic[] => {
  const findings: Diagnostic[] = [];
  forEachSchema(document, '#', (schema, pointer) => {
    walkSchema(schema, pointer, (node, place) => {
      const target = node['$ref'];
      if (typeof target !== 'string' || target.startsWith(KNOWN)) return;
      if (target.startsWith('#') && valueAt(document, target) !== undefined) return;
      findings.push({ pointer: `${place}/$ref`, message: explainReference(target) });
    });
  });
  return findings;
};
