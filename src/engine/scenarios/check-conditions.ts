import type { Pause } from '../../kernel/time-slices.ts';
import type { Operation } from '../contract/contract.ts';
import { toOperators } from '../matching/condition.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { suggest } from '../matching/nearest.ts';
import { PatternError, compilePattern } from '../matching/pattern.ts';
import { PointerError, parsePointer } from '../matching/pointer.ts';
import { followInSchema } from '../validation/schema-members.ts';
import type { ConditionFile, Conditions } from '../matching/condition-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** Conditions must concern something that the operations define: a misspelt name would never match. */
export const checkConditions = async (
  { params = {}, headers = {}, body = {} }: Conditions,
  operations: readonly Operation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  for (const [name, condition] of Object.entries(params)) {
    const at = diagnostics.at('params', name);
    checkParameter(name, operations, at);
    await checkOperators(condition, at, pause);
  }
  for (const [name, condition] of Object.entries(headers))
    await checkOperators(condition, diagnostics.at('headers', name), pause);
  for (const [pointer, condition] of Object.entries(body)) {
    const at = diagnostics.at('body', pointer);
    checkPointer(pointer, operations, scenarioSchema, at);
    await checkOperators(condition, at, pause);
  }
};

const checkParameter = (name: string, operations: readonly Operation[], diagnostics: DiagnosticList): void => {
  const known = operations.flatMap(({ parameters }) =>
    parameters.filter(({ in: place }) => place === 'path' || place === 'query').map((parameter) => parameter.name),
  );
  if (known.includes(name)) return;
  const [only] = operations.length === 1 ? operations : [];
  diagnostics.addKey(
    `${only?.id ?? 'no operation'} has ${only === undefined ? 'a' : 'no'} parameter "${name}" in path or query: ${suggest(name, new Set(known))}`,
  );
};

/** Checks a pointer into the bodies of the operations. */
export const checkPointer = (
  pointer: string,
  operations: readonly Operation[],
  { contract }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  let keys: readonly string[];
  try {
    keys = parsePointer(pointer);
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
    diagnostics.addKey(`"${pointer}" ${error.message}`);
    return;
  }
  const [only] = operations.length === 1 ? operations : [];
  if (only === undefined) return;
  const contents = only.requestBody?.contents ?? [];
  if (contents.length === 0) {
    diagnostics.addKey(`${only.id} accepts no body: match parameters or headers instead`);
    return;
  }
  const followed = contents.map(({ schema }) => followInSchema(contract.document, schema?.schema, keys));
  const unknown = followed.find((result) => result.kind === 'unknown');
  if (unknown === undefined || followed.some((result) => result.kind === 'there')) return;
  diagnostics.addKey(
    `the body of ${only.id} has nothing at ${pointer}: there is no "${unknown.key}", ${suggest(unknown.key, unknown.known)}`,
  );
};

const checkOperators = async (
  condition: ConditionFile,
  diagnostics: DiagnosticList,
  pause: Pause | undefined,
): Promise<void> => {
  const operators = toOperators(condition);
  if (operators.absent === true && Object.keys(operators).length > 1)
    diagnostics.add('requires a value and its absence at once: keep one of the two');
  if (operators.matches === undefined) return;
  try {
    await compilePattern(operators.matches);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    diagnostics.at('matches').add(`"${operators.matches.slice(0, 40)}" ${error.message}`);
  }
  await pause?.();
};
