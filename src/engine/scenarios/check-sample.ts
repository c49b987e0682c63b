import { type JsonObject, toNumbers } from '../../kernel/json.ts';
import type { Problem, Violation } from '../../kernel/problem.ts';
import type { EventDescription } from '../contract/contract.ts';
import { problem } from '../problems/problem.ts';
import { toViolations } from '../validation/violations.ts';
import { formatPath } from '../../kernel/path.ts';
import { suggest, suggestFromAll } from '../matching/nearest.ts';
import type { Members } from './scenario-file.ts';
import { unknownMembers } from '../validation/unknown-members.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** Maximum number of violations: more would hide the first. */
const MOST_VIOLATIONS = 20;

const refuse = (what: string, violations: readonly Violation[]): Problem => {
  const [first] = violations;
  return problem('validation-error', {
    detail: `${what}: ${first?.field ?? ''} ${(first?.message ?? '').replace(/[.?]?$/, (end) => end || '.')}`,
    errors: violations.slice(0, MOST_VIOLATIONS),
  });
};

/** The description of an event; throws 422 with suggestions if there is none. */
export const needEvent = (type: string, { event, eventTypes }: ScenarioSchema): EventDescription => {
  const found = event(type);
  if (found !== undefined) return found;
  const hint = suggestFromAll(type, eventTypes);
  throw problem('validation-error', {
    detail: `Unknown event "${type.slice(0, 64)}": ${hint}.`,
    errors: [{ field: 'type', message: `is not an event type: ${hint}`, rejectedValue: type }],
  });
};

/** Throws 422 if the data have members at any depth that the event does not define, with suggestions. */
export const checkMembers = (
  type: string,
  data: Members,
  { pointer }: EventDescription,
  { contract }: ScenarioSchema,
): void => {
  const unknown = unknownMembers(data, { document: contract.document, pointer, within: ['data'] });
  if (unknown.length === 0) return;
  throw refuse(
    `The data does not match ${type}`,
    unknown.map(({ path, value, known }) => ({
      field: formatPath(['data', ...path]),
      message: `is unknown: ${suggest(String(path.at(-1)), known)}`,
      rejectedValue: typeof value === 'object' ? null : value,
    })),
  );
};

/** Throws 422 if an event does not match its description. */
export const checkFits = (
  type: string,
  event: JsonObject,
  { pointer }: EventDescription,
  { errorsAt }: ScenarioSchema,
): void => {
  const errors = errorsAt(pointer, toNumbers(event));
  if (errors.length > 0) throw refuse(`The data does not match ${type}`, toViolations(errors, event));
};
