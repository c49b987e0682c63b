import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { toViolations } from './violations.ts';
import type { Contract, MediaType, NamedExample, Operation } from '../contract/contract.ts';
import { createCompilers } from './ajv.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';

/** Checking an example compiles its schema, and startup should not wait for thousands. */
export const CHECKED_AT_START = 100;

interface Shown {
  readonly operation: Operation;
  readonly content: MediaType;
  readonly example: NamedExample;
  readonly isAnswer: boolean;
}

const examplesOf = function* (operations: readonly Operation[]): Generator<Shown> {
  for (const operation of operations) {
    const { requestBody, responses, unserved } = operation;
    if (unserved !== undefined) continue;
    const places = [
      ...(requestBody?.contents ?? []).map((content) => ({ content, isAnswer: false })),
      ...responses.flatMap(({ contents }) => contents.map((content) => ({ content, isAnswer: true }))),
    ];
    for (const { content, isAnswer } of places)
      if (isJsonMediaType(content.mediaType) && content.schema !== undefined)
        for (const example of content.examples) yield { operation, content, example, isAnswer };
  }
};

/** Examples that violate their own schemas; checks at most `atMost` of them, each once. */
export const checkExamples = (contract: Contract, atMost = Infinity): Diagnostic[] => {
  const requests = createCompilers(contract, 'request');
  const responses = createCompilers(contract, 'response');
  const findings: Diagnostic[] = [];
  /** Places of examples, by the schema that they are checked against: many operations share both. */
  const seen = new Map<unknown, Set<string>>();
  let checked = 0;
  for (const { operation, content, example, isAnswer } of examplesOf(contract.operations)) {
    if (checked >= atMost) break;
    const pointer = content.schema?.pointer ?? '';
    const places = getOrInsert(seen, content.schema?.schema, () => new Set());
    const place = `${example.pointer ?? example.name} ${String(isAnswer && responses !== requests)}`;
    if (places.has(place)) continue;
    places.add(place);
    checked++;
    let reason: string;
    try {
      const validate = (isAnswer ? responses : requests).exact(pointer);
      if (validate(example.value)) continue;
      const [first] = toViolations(validate.errors ?? [], example.value);
      reason = `${first?.field ?? ''} ${first?.message ?? ''}`.trim();
    } catch {
      // A schema that cannot be compiled has its own diagnostic.
      continue;
    }
    findings.push({
      pointer: example.pointer ?? pointer,
      message: `the example "${example.name}" of ${operation.id} does not fit its schema: ${reason}${isAnswer ? '; a generated body is sent instead where one fits' : ''}`,
      operationId: operation.id,
      effect: 'served',
    });
  }
  return findings;
};
