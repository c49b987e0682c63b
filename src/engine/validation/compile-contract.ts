import type { Contract, SchemaPlace } from '../contract/contract.ts';
import { createCompilers } from './ajv.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';

/** Compiles every schema of requests and responses eagerly; the server itself compiles them on demand. */
export const compileContract = (contract: Contract): Diagnostic[] => {
  const { exact } = createCompilers(contract, 'request');
  const findings: Diagnostic[] = [];
  for (const operation of contract.operations) {
    const places: (SchemaPlace | undefined)[] = [
      ...operation.parameters.map(({ schema }) => schema),
      ...(operation.requestBody?.contents ?? []).map(({ schema }) => schema),
      ...operation.responses.flatMap(({ contents, headers }) => [...contents, ...headers].map(({ schema }) => schema)),
    ];
    for (const place of places) {
      if (place === undefined) continue;
      try {
        exact(place.pointer);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        findings.push({
          pointer: place.pointer,
          message: `the schema does not compile: ${reason}`,
          operationId: operation.id,
        });
      }
    }
  }
  return findings;
};
