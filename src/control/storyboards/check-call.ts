import { flatErrors } from '../../engine/validation/merge-alternatives.ts';
import type { Operation, Parameter } from '../../engine/contract/contract.ts';
import { checkName, suggest } from '../../engine/matching/nearest.ts';
import type { ScenarioSchema } from '../../engine/scenarios/scenario-schema.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { type CallFile, calledBy } from './storyboard-file.ts';
import { type StoryboardWords, operationsOf } from './storyboard-words.ts';

/** Checks the operation of a call and its parameters; returns the operation, undefined if there is none. */
export const checkCall = (
  file: CallFile,
  words: StoryboardWords,
  isProof: boolean,
  diagnostics: DiagnosticList,
): Operation | undefined => {
  const { api, id } = calledBy(file);
  const schema = words[api];
  const at = diagnostics.at(api === 'service' ? 'call' : 'control');
  const operation = schema.operation(id);
  const allowed = operationsOf(words, api, isProof);
  if (operation === undefined) {
    checkName(`the ${api === 'service' ? 'description' : 'control API'} has no operation`, id, allowed, at.add);
    return undefined;
  }
  if (!allowed.includes(id)) {
    at.add(
      isProof
        ? `${id} cannot prove anything here, since a proof only reads: ${suggest(id, allowed)}`
        : `${id} cannot be an action: ${suggest(id, allowed)}`,
    );
    return undefined;
  }
  checkParameters(file, operation, schema, diagnostics);
  return operation;
};

/** Chosen by the show: the sandbox in which it is played. */
const OWN = 'sandbox';

const checkParameters = (
  { params = {} }: CallFile,
  { id, parameters }: Operation,
  schema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const known = parameters.filter(({ in: place, name }) => (place === 'path' || place === 'query') && name !== OWN);
  for (const [name, value] of Object.entries(params)) {
    const parameter = known.find((one) => one.name === name);
    const at = diagnostics.at('params', name);
    if (parameter === undefined)
      checkName(
        `${id} has no parameter`,
        name,
        known.map((one) => one.name),
        at.addKey,
      );
    else checkValue(parameter, value, schema, at);
  }
  for (const { name, in: place, required } of known)
    if (required && !Object.hasOwn(params, name))
      diagnostics.add(`${id} needs the ${place} parameter "${name}": add it to params`);
};

/** Parameters are strings; how a string is parsed depends on its schema. */
const checkValue = (
  { name, schema: { pointer } }: Parameter,
  value: string | number | boolean,
  { errorsAt }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const text = String(value);
  if (text.includes('{{')) return;
  const readings: readonly unknown[] = [value, text, [text], text.split(',')];
  const faults = readings.map((reading) => [...flatErrors(errorsAt(pointer, reading))][0]);
  if (faults.includes(undefined)) return;
  const fault = faults.find((one) => one?.keyword !== 'type') ?? faults[0];
  const allowed = (fault?.params as { readonly allowedValues?: readonly unknown[] } | undefined)?.allowedValues;
  const reason =
    allowed === undefined ? (fault?.message ?? 'is invalid') : `must be one of ${allowed.map(String).join(', ')}`;
  diagnostics.add(
    `"${text}" is no value of the parameter "${name}": it ${reason}. Correct it, or add offContract: true`,
  );
};
