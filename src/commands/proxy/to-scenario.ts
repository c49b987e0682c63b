import type { CapsuleCall, CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { compiledDescription } from '../../engine/compiled-description.ts';
import { type Contract, type Operation, findResponse } from '../../engine/contract/contract.ts';
import { usualContent } from '../../engine/contract/media-ranges.ts';
import { HIDDEN } from '../../engine/journal/secrets.ts';
import type { Conditions, ReplyFile, ScenarioFile, StepFile } from '../../generated/scenario-file.ts';
import { isJsonMediaType, textContent } from '../../kernel/http.ts';
import { type Json, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { toEssence } from '../../kernel/media-type.ts';

/** A scenario has no more steps, and a step no more conditions. */
const MOST_STEPS = 200;
const MOST_CONDITIONS = 20;

interface RecordedScenario {
  readonly file: ScenarioFile;
  readonly steps: number;
  /** Calls that no step answers. */
  readonly left: number;
}

/**
 * Recorded calls as a scenario that answers as the service did: call by call, in their order, and from then on as the last call of
 * the same operation with the same parameters.
 */
export const toScenario = (
  name: string,
  calls: readonly CapsuleCall[],
  { contract, from }: { readonly contract: Contract; readonly from: string },
): RecordedScenario => {
  const made: { readonly step: StepFile; times: number }[] = [];
  const last = new Map<string, (typeof made)[number]>();
  const keyOf = ({ on, when }: StepFile): string => stringifyJson([on, when]);
  let left = 0;
  for (const call of calls) {
    const step = call.kind === 'request' ? toStep(call, contract) : undefined;
    const former = step && last.get(keyOf(step));
    if (former !== undefined && stringifyJson(former.step) === stringifyJson(step)) former.times += 1;
    else if (step === undefined || made.length === MOST_STEPS) left += 1;
    else {
      const one = { step, times: 1 };
      last.set(keyOf(step), one);
      made.push(one);
    }
  }
  const steps = made.map((one) => (last.get(keyOf(one.step)) === one ? one.step : { ...one.step, times: one.times }));
  return { file: { scenario: name, teaches: `How ${from} answered.`, steps }, steps: steps.length, left };
};

/** Undefined for a call of no operation, and for an answer that no scenario can give. */
const toStep = ({ method, path, query, answer }: CapsuleRequest, contract: Contract): StepFile | undefined => {
  const found = compiledDescription(contract).router.find(method, path.slice(contract.basePath.length));
  const reply = found && toReplyFile(answer, found.operation, contract);
  if (reply === undefined) return undefined;
  const params = toParams(found?.operation.parameters ?? [], found?.pathParameters ?? {}, new URLSearchParams(query));
  return { on: found?.operation.id ?? '', at: 'received', when: { params }, reply };
};

const toParams = (
  parameters: Operation['parameters'],
  inPath: Readonly<Record<string, string>>,
  inQuery: URLSearchParams,
): NonNullable<Conditions['params']> => {
  const conditions = parameters.flatMap(({ in: place, name }) => {
    if (place !== 'path' && place !== 'query') return [];
    const values = place === 'path' ? [inPath[name] ?? ''] : inQuery.getAll(name);
    if (values.length > 1 || values.includes(HIDDEN)) return [];
    return [[name, values[0] ?? { absent: true as const }] as const];
  });
  return Object.fromEntries(conditions.slice(0, MOST_CONDITIONS));
};

/** Headers that steer clients, whether the response describes them or not. */
const STEERING = new Set(['etag', 'last-modified', 'link', 'location', 'retry-after']);

const toReplyFile = (
  { status, headers, body }: CapsuleRequest['answer'],
  operation: Operation,
  contract: Contract,
): ReplyFile | undefined => {
  const { text } = body ?? {};
  // Bytes, and what a scenario would take for a placeholder.
  if ((body !== null && text === undefined) || text?.includes('{{') === true) return undefined;
  const response = findResponse(operation, status);
  const type = headers['content-type'] ?? '';
  const value = text === undefined ? undefined : toValue(text, type);
  const usual = response && usualContent(response)?.mediaType;
  const isUsual = value === undefined || toEssence(type) === usual;
  const content = value === undefined ? {} : { content: textContent(text ?? '', type, value) };
  const fits = compiledDescription(contract).replyValidator(operation)({ status, headers, ...content }).length === 0;
  const described = new Set([...STEERING, ...(response?.headers.map(({ name }) => name) ?? [])]);
  const steering = Object.entries(headers).filter(([name, shown]) => described.has(name) && shown !== HIDDEN);
  return {
    status,
    ...(value === undefined ? {} : { body: value }),
    ...(steering.length === 0 ? {} : { headers: Object.fromEntries(steering) }),
    ...(isUsual ? {} : { mediaType: toEssence(type) }),
    ...(isUsual && fits ? {} : { offContract: true }),
  };
};

const toValue = (text: string, mediaType: string): Json => {
  try {
    return isJsonMediaType(mediaType) ? parseOwnJson(text) : text;
  } catch {
    return text;
  }
};
