import type { CapsuleCall, CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { compiledDescription, findCalled } from '../../engine/compiled-description.ts';
import { type Contract, findResponse } from '../../engine/contract/contract.ts';
import { usualContent } from '../../engine/contract/media-ranges.ts';
import { HIDDEN } from '../../engine/journal/secrets.ts';
import type { ScenarioFile, StepFile } from '../../generated/scenario-file.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { isJsonMediaType, textContent } from '../../kernel/http.ts';
import { parsedOr, parseOwnJson, stringifyJson } from '../../kernel/json.ts';
import { toEssence } from '../../kernel/media-type.ts';

/** A scenario has no more steps. */
const MOST_STEPS = 200;

/**
 * Recorded calls as a scenario that answers as the service did: those of one operation with the same parameters in their order, and
 * from then on as the last of them.
 */
export const toScenario = (scenario: string, calls: readonly CapsuleCall[], contract: Contract): ScenarioFile => {
  const alike = new Map<string, { readonly step: StepFile; times: number }[]>();
  for (const call of calls) {
    const step = call.kind === 'request' ? toStep(call, contract) : undefined;
    if (step === undefined) continue;
    const former = getOrInsert(alike, stringifyJson([step.on, step.when]), () => []);
    const last = former.at(-1);
    if (last !== undefined && stringifyJson(last.step) === stringifyJson(step)) last.times += 1;
    else former.push({ step, times: 1 });
  }
  const steps = [...alike.values()].flatMap((each) =>
    each.map(({ step, times }, index) => (index + 1 < each.length ? { ...step, times } : step)),
  );
  return { scenario, steps: steps.slice(0, MOST_STEPS) };
};

/** Undefined for a call of no operation, for bytes, and for what a scenario would take for a placeholder. */
const toStep = (call: CapsuleRequest, contract: Contract): StepFile | undefined => {
  const found = findCalled(contract, call);
  const { status, headers, body } = call.answer;
  const text = body?.text ?? '';
  if (found === undefined || (body !== null && body.text === undefined) || text.includes('{{')) return undefined;
  const { operation, pathParameters } = found;
  const sent = new URLSearchParams(call.query);
  const params = operation.parameters.flatMap(({ in: place, name }) => {
    const value = place === 'path' ? pathParameters[name] : sent.get(name);
    return (place !== 'path' && place !== 'query') || value === HIDDEN
      ? []
      : [[name, value ?? { absent: true as const }] as const];
  });
  const response = findResponse(operation, status);
  const { 'content-type': type = '' } = headers;
  const value = isJsonMediaType(type) ? parsedOr(text, () => parseOwnJson(text)) : text;
  const content = body === null ? {} : { content: textContent(text, type, value) };
  const isUsual = body === null || (response && usualContent(response)?.mediaType) === toEssence(type);
  const fits =
    isUsual && compiledDescription(contract).replyValidator(operation)({ status, headers, ...content }).length === 0;
  const described = Object.entries(headers).filter(
    ([name, shown]) => shown !== HIDDEN && response?.headers.some((header) => header.name === name),
  );
  return {
    on: operation.id,
    at: 'received',
    when: { params: Object.fromEntries(params) },
    reply: {
      status,
      headers: Object.fromEntries(described),
      ...(body === null ? {} : { body: value }),
      ...(isUsual ? {} : { mediaType: toEssence(type) }),
      ...(fits ? {} : { offContract: true }),
    },
  };
};
