import { getOrInsert } from '../../kernel/caches.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { isXmlMediaType } from '../../kernel/media-type.ts';
import type { Contract, MediaType, NamedExample, Operation } from '../contract/contract.ts';
import type { Observer } from '../ports/ports.ts';
import type { Compile } from '../validation/ajv.ts';
import { compileInTurns } from '../validation/compile-in-turns.ts';
import { compiledOr } from '../validation/lazy-references.ts';

/** Whether an example of the description may be sent. */
export type ExampleCheck = (
  operation: Operation,
  content: MediaType,
  example: NamedExample,
) => boolean | Promise<boolean>;

/**
 * Validates the examples of custom descriptions against their schemas, each when it is first needed. An invalid one is
 * logged once, unless it was reported at startup. The examples of the bundled description are covered by tests, not
 * checked here.
 */
export const createExampleCheck = (parts: {
  readonly contract: Contract;
  readonly compilerFor: (operation: Operation) => Compile;
  readonly observer: Pick<Observer, 'noticed'>;
}): ExampleCheck => {
  const { contract, compilerFor, observer } = parts;
  const checked = new WeakMap<NamedExample, boolean | Promise<boolean>>();
  const told = new Set(contract.findings.map(({ pointer }) => pointer));

  return (operation, content, example) => {
    const { schema, mediaType } = content;
    if (!contract.isForeign || schema === undefined) return true;
    // A text is the whole of an XML document.
    const isXml = isXmlMediaType(mediaType) && typeof example.value === 'object';
    if (!isXml && !isJsonMediaType(mediaType)) return true;
    const check = (): boolean => {
      // One whose schema does not compile may be sent.
      const isFine = compiledOr(true, () => compilerFor(operation)(schema.pointer)(example.value));
      const place = example.pointer ?? schema.pointer;
      if (!isFine && !told.has(place))
        observer.noticed({
          level: 'warn',
          message: `the example "${example.name}" of ${operation.id} does not fit its schema (at ${place}); a generated body is sent instead where one fits`,
        });
      return isFine;
    };
    return getOrInsert(checked, example, () => compileInTurns(check));
  };
};
