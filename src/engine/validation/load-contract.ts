import { once, getOrInsert } from '../../kernel/caches.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { withAsyncApi } from '../contract/asyncapi.ts';
import type { Contract, MediaType, Operation } from '../contract/contract.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { compileExpressions } from '../contract/expression.ts';
import { type DocumentOptions, loadDocument, type LoadedDocument } from '../contract/load-document.ts';
import { readContract } from '../contract/read-contract.ts';
import { patternsOf, repairSchemas } from '../contract/dialect.ts';
import { forEachSchema, objectsIn, type SchemaObject } from '../contract/walk-schema.ts';
import { withUsualLimit } from '../contract/read-extensions.ts';
import type { ProblemCatalogue } from '../problems/problem.ts';
import { createCompilers } from './ajv.ts';
import { toViolations } from './violations.ts';

interface LoadOptions extends DocumentOptions {
  /**
   * Whether to skip validating each schema. A description that our tests check in full need not be validated at every
   * start.
   */
  readonly trusted: boolean;
  /** The problem catalogue; by default the engine's own types. */
  readonly problems?: ProblemCatalogue;
  /** Maximum number of examples to validate against their schemas. */
  readonly examples?: number;
  /** An AsyncAPI description of the events. */
  readonly asyncapi?: string | undefined;
}

export const loadContract = async (
  filesOrFolders: string | readonly string[],
  options: LoadOptions,
): Promise<Contract> => {
  const { asyncapi } = options;
  const [first = '', ...others] = [filesOrFolders].flat();
  const loaded =
    others.length === 0
      ? await loadDocument(first, options)
      : await (await import('../contract/join-descriptions.ts')).loadTogether([first, ...others], options);
  return toContract(asyncapi === undefined ? loaded : await withAsyncApi(loaded, asyncapi, options), options);
};

/** The events of an AsyncAPI description, and no operations. */
export const loadEvents = async (file: string): Promise<Contract> => {
  const nothing = { file, document: { openapi: '3.1.0', paths: {} }, explainReference: String };
  return toContract(await withAsyncApi(nothing, file), { trusted: false, examples: Infinity });
};

const toContract = async (
  loaded: LoadedDocument,
  { trusted, problems, examples = CHECKED_AT_START }: LoadOptions,
): Promise<Contract> => {
  if (trusted) return { ...readContract(loaded, problems), isForeign: false };
  const { document } = loaded;
  const patterns = await compileExpressions(patternsOf(document));
  const ignored = repairSchemas(document, patterns);
  const read = withUsualLimit(readContract(loaded, problems));
  const events = new Map([...read.events].map(([type, event]) => [type, { ...event, isBare: true }]));
  const contract: Contract = { ...read, events };
  const { operations, findings } = contract;
  // Faults within an operation that could not be read were reported with the operation.
  const unread = operations.filter(isUnserved).map(({ pointer }) => `${pointer}/`);
  const named = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
    nameOperations(
      document,
      operations,
      found.filter(({ pointer }) => !unread.some((prefix) => pointer.startsWith(prefix))),
    );
  const dangling = named(checkReferences(loaded));
  const served: Contract = { ...contract, operations: withoutSpoiled(contract, dangling) };
  const unserved = new Set<string | undefined>(served.operations.filter(isUnserved).map(({ id }) => id));
  // An unresolvable `$ref` fails the requests that need it: all of the operation's, or only some.
  const unresolved = dangling.map((finding): Diagnostic =>
    unserved.has(finding.operationId) ? finding : { ...finding, effect: 'served-where-possible' },
  );
  return { ...served, findings: [...findings, ...named(ignored), ...unresolved, ...checkExamples(served, examples)] };
};

const isUnserved = ({ unserved }: Operation): boolean => unserved !== undefined;

/**
 * A fault in an operation's own schemas need not keep it from being served (a `description` that is a number is
 * harmless), so those few operations are compiled now. A fault in a shared schema appears when a request needs the
 * schema.
 */
const withoutSpoiled = (contract: Contract, findings: readonly Diagnostic[]): readonly Operation[] => {
  const reasons = Map.groupBy(findings, ({ operationId }) => operationId);
  const suspects = contract.operations.filter((operation) => !isUnserved(operation) && reasons.has(operation.id));
  if (suspects.length === 0) return contract.operations;
  const spoiled = new Set(
    compileContract({ ...contract, operations: suspects, events: new Map() }).map(({ operationId }) => operationId),
  );
  return contract.operations.map((operation) => {
    if (isUnserved(operation) || !spoiled.has(operation.id)) return operation;
    const messages = reasons.get(operation.id)?.map(({ message }) => message) ?? [];
    return { ...operation, unserved: messages.join('; ') };
  });
};

/** Checking an example compiles its schema, and startup should not wait for thousands. */
const CHECKED_AT_START = 100;

/** A schema of an operation or of an event, with the examples that must fit it. */
interface Described extends Pick<MediaType, 'schema' | 'examples'> {
  readonly id: string;
  readonly operationId?: string;
  readonly use?: 'request' | 'response';
}

const describedIn = function* ({ operations, events }: Contract): Generator<Described> {
  for (const { id, parameters, requestBody, responses, unserved } of operations) {
    if (unserved !== undefined) continue;
    const own = { id, operationId: id, examples: [] };
    const bodies = (contents: readonly MediaType[], use: 'request' | 'response'): readonly Described[] =>
      contents.map(({ mediaType, schema, examples }) =>
        isJsonMediaType(mediaType) ? { ...own, schema, examples, use } : { ...own, schema },
      );
    yield* bodies(requestBody?.contents ?? [], 'request');
    for (const { contents } of responses) yield* bodies(contents, 'response');
    for (const { schema } of [parameters, ...responses.map(({ headers }) => headers)].flat()) yield { ...own, schema };
  }
  for (const [id, { pointer, examples }] of events) yield { id, schema: { pointer, schema: pointer }, examples };
};

/** Examples that violate their own schemas; checks at most `atMost` of them, each once. */
const checkExamples = (contract: Contract, atMost = Infinity): Diagnostic[] => {
  const findings: Diagnostic[] = [];
  /** Places of examples, by the schema that they are checked against: many operations share both. */
  const seen = new Map<unknown, Set<string>>();
  const request = createCompilers(contract, 'request');
  let checked = 0;
  for (const { id, operationId, schema, examples, use } of describedIn(contract)) {
    if (schema === undefined) continue;
    const compilers = createCompilers(contract, use);
    const places = getOrInsert(seen, schema.schema, () => new Set());
    for (const { name, value, pointer = schema.pointer } of examples) {
      const place = `${pointer} ${name} ${String(compilers === request)}`;
      if (places.has(place)) continue;
      if (checked === atMost) return findings;
      places.add(place);
      checked++;
      let reason: string;
      try {
        const validate = compilers.exact(schema.pointer);
        if (validate(value)) continue;
        const [first] = toViolations(validate.errors ?? [], value);
        reason = `${first?.field ?? ''} ${first?.message ?? ''}`.trim();
      } catch {
        // A schema that cannot be compiled has its own diagnostic.
        continue;
      }
      const remedy = use === 'response' ? '; a generated body is sent instead where one fits' : '';
      const message = `the example "${name}" of ${id} does not fit its schema: ${reason}${remedy}`;
      findings.push({ pointer, message, ...(operationId !== undefined && { operationId }), effect: 'served' });
    }
  }
  return findings;
};

/** The metaschema is bundled. */
const KNOWN = 'https://json-schema.org/draft/2020-12/';

/** Checks every schema, without compiling it, for unresolvable `$ref`s. */
const checkReferences = ({ document, explainReference }: Omit<LoadedDocument, 'file'>): Diagnostic[] => {
  const findings: Diagnostic[] = [];
  forEachSchema(document, ({ $ref: target }, pointer) => {
    if (typeof target !== 'string' || target.startsWith(KNOWN)) return;
    if (target.startsWith('#') && valueAt(document, target) !== undefined) return;
    findings.push({ pointer: `${pointer}/$ref`, message: explainReference(target) });
  });
  return findings;
};

/** Maximum number of operations named in one line. */
const NAMED = 5;

/** Adds the affected operations to diagnostics of shared components; to others, the operation that contains them. */
const nameOperations = (
  document: SchemaObject,
  operations: readonly Operation[],
  findings: readonly Diagnostic[],
): Diagnostic[] => {
  const owners = operations.filter((operation) => !isUnserved(operation));
  const places = new Map<string, ReadonlySet<unknown>>();
  const direct = (at: string): ReadonlySet<unknown> =>
    getOrInsert(places, at, (pointer) => new Set([...objectsIn(valueAt(document, pointer))].map(({ $ref }) => $ref)));
  /** The operations that reference each shared component (`#/components/schemas/Thing`). */
  const reachedBy = once(() => {
    const found = new Map<string, Set<string>>();
    for (const operation of owners) {
      const waiting = [
        operation.pointer,
        operation.pointer.replace(/(?:\/additionalOperations)?\/[^/]*$/, '/parameters'),
      ];
      const seen = new Set(waiting);
      for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
        for (const target of direct(at)) {
          if (typeof target !== 'string' || seen.has(target) || !target.startsWith('#/')) continue;
          seen.add(target);
          waiting.push(target);
          getOrInsert(found, sharedPart(target), () => new Set()).add(operation.id);
        }
    }
    return found;
  });

  return findings.map((finding) => {
    if (finding.operationId !== undefined) return finding;
    const owner = owners.find(({ pointer }) => finding.pointer.startsWith(`${pointer}/`));
    if (owner !== undefined) return { ...finding, operationId: owner.id };
    const concerned = [...(reachedBy().get(sharedPart(finding.pointer)) ?? [])];
    if (concerned.length === 0) return finding;
    const others = concerned.length - NAMED;
    const named = concerned.slice(0, NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
    return { ...finding, message: `${finding.message} (concerns ${named})`, operationIds: concerned };
  });
};

const sharedPart = (pointer: string): string =>
  pointer
    .split('/')
    .slice(0, pointer.startsWith('#/components/') ? 4 : 3)
    .join('/');

/** Compiles every schema of operations and events eagerly; the server itself compiles them on demand. */
export const compileContract = (contract: Contract): Diagnostic[] => {
  const { exact } = createCompilers(contract, 'request');
  const findings: Diagnostic[] = [];
  for (const { schema, operationId } of describedIn(contract))
    try {
      if (schema !== undefined) exact(schema.pointer);
    } catch (error) {
      const message = `the schema does not compile: ${error instanceof Error ? error.message : String(error)}`;
      findings.push({ pointer: schema?.pointer ?? '', message, ...(operationId !== undefined && { operationId }) });
    }
  return findings;
};
