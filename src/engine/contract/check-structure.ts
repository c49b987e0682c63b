import { Ajv, type ErrorObject } from 'ajv';
import path from 'node:path';
import { toNumbers } from '../../kernel/json.ts';
import { childPointer, referenceTokens } from '../../kernel/json-pointer.ts';
import type { Diagnostic } from './diagnostic.ts';
import { parseDescription } from './load-document.ts';
import type { SchemaObject } from './walk-schema.ts';

/** Maximum number of diagnostics: the OpenAPI schema reports one fault in many places. */
const MAX_DIAGNOSTICS = 5;

/** Keywords whose errors are uninformative; the errors of their alternatives are specific. */
const UNINFORMATIVE = new Set(['oneOf', 'anyOf', 'if', 'not']);

/**
 * Keeps the deepest errors of a whole document: wherever a reference or an inline object is allowed, the schema also
 * reports that the object is not a reference.
 */
const toStructureDiagnostics = (errors: readonly ErrorObject[]): Diagnostic[] => {
  const informative = errors.filter(
    ({ keyword, params }) => !UNINFORMATIVE.has(keyword) && params['missingProperty'] !== '$ref',
  );
  const depthOf = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const deepest = Math.max(0, ...informative.map(depthOf));
  const findings = new Map<string, Diagnostic>();
  for (const error of informative) {
    if (depthOf(error) !== deepest || findings.size >= MAX_DIAGNOSTICS) continue;
    const allowed: unknown = error.params['allowedValues'];
    const extra: unknown = error.params['additionalProperty'] ?? error.params['unevaluatedProperty'];
    const hint = Array.isArray(allowed) ? ` (${allowed.join(', ')})` : typeof extra === 'string' ? ` ("${extra}")` : '';
    const finding = {
      pointer: childPointer('#', ...referenceTokens(error.instancePath)),
      message: `${error.message ?? error.keyword}${hint}`,
    };
    findings.set(`${finding.pointer} ${finding.message}`, finding);
  }
  return [...findings.values()];
};

/**
 * Validates an OpenAPI description against the schema of OpenAPI. References within the document stay, since resolving them all
 * takes seconds and the schema accepts them.
 */
export const checkStructure = async (file: string, overlays: readonly string[] = []): Promise<Diagnostic[]> => {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  try {
    const { document } = await parseDescription(path.resolve(file), { overlays });
    await new SwaggerParser().validate(file, toNumbers(document) as never, {
      resolve: { external: false },
      dereference: { circular: 'ignore', excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (error) {
    // Other errors (references, versions) are reported in more detail when the description is read.
    const { details } = error as { details?: unknown };
    return Array.isArray(details) ? toStructureDiagnostics(details as ErrorObject[]) : [];
  }
};

/**
 * Validates an AsyncAPI description against the JSON Schema of AsyncAPI, which is large: only `vatmock validate` loads
 * it.
 */
export const checkAsyncApi = async (document: SchemaObject): Promise<Diagnostic[]> => {
  const version = String(document['asyncapi']);
  if (!/^3\.[01]\.\d+/.test(version)) return [];
  const ajv = new Ajv({ strict: false, logger: false, allErrors: true, validateFormats: false });
  const { default: schema } = version.startsWith('3.0.')
    ? await import('@asyncapi/specs/schemas/3.0.0-without-$id.json', { with: { type: 'json' } })
    : await import('@asyncapi/specs/schemas/3.1.0-without-$id.json', { with: { type: 'json' } });
  const validate = ajv.compile(schema);
  return validate(document) ? [] : toStructureDiagnostics(validate.errors ?? []);
};
