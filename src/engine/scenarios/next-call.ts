import { findResponse, type Operation } from '../contract/contract.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { defined } from '../../kernel/defined.ts';
import { problem } from '../problems/problem.ts';
import { checkScenario } from './check-scenario.ts';
import { usualContent } from '../contract/media-ranges.ts';
import type { NextCallRequest } from '../../generated/control-schemas.ts';
import type { ReplyFile, ScenarioFile, StepFile } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** A scenario of one step, which ends when the step is used up. Throws 422 for what the operation cannot do. */
export const toNextCall = async (wish: NextCallRequest, scenarioSchema: ScenarioSchema): Promise<ScenarioFile> => {
  const { operation: on, delay, times = 1 } = wish;
  const fault = wish.fault === 'reset' ? 'CONNECTION_RESET_BY_PEER' : wish.fault;
  const reply = toReply(wish, scenarioSchema.operation(on));
  const step: StepFile = {
    on,
    times,
    count: 'attempts',
    ...defined({ reply, delay, fault }),
  };
  const file = { scenario: nameFor(on), teaches: describe(wish), once: true, steps: [step] } as const;
  const found = [...(await checkScenario(file, scenarioSchema))];
  if (reply === undefined && delay === undefined && fault === undefined)
    found.splice(0, Infinity, { path: [], message: 'nothing would happen: give status, fault or delay' });
  if (found.length > 0) throw refuse(found, wish);
  return file;
};

const describe = ({ operation, status, delay, fault, times = 1 }: NextCallRequest): string => {
  const calls = times === 1 ? 'call' : `${times} calls`;
  const effects = Object.entries({ status, delay, fault }).filter(([, value]) => value !== undefined);
  const of = operation === '*' ? '' : ` of ${operation}`;
  return `What becomes of the next ${calls}${of}: ${effects.map(([name, value]) => `${name} ${String(value)}`).join(', ')}.`;
};

/** The first example of the status, as with `Prefer: code`, else a generated body. */
const toReply = ({ status, offContract }: NextCallRequest, operation: Operation | undefined): ReplyFile | undefined => {
  if (status === undefined) return undefined;
  const response = operation === undefined ? undefined : findResponse(operation, status);
  if (offContract === true && response === undefined)
    return status < 400 ? { status, offContract } : { problem: { status }, offContract };
  const content = response === undefined ? undefined : usualContent(response);
  const [example] = content?.examples ?? [];
  if (example !== undefined) return { status, example: example.name };
  return content === undefined && operation !== undefined ? { status } : { status, fake: true };
};

const refuse = (found: readonly PathDiagnostic[], wish: NextCallRequest): Error => {
  const errors = found.map(({ path: [, , first = ''], message }) => {
    const field = first === 'on' ? 'operation' : first === 'reply' ? 'status' : String(first);
    return { field, message, rejectedValue: (wish as unknown as Record<string, string | number>)[field] ?? null };
  });
  return problem('validation-error', { detail: found.map(({ message }) => message).join('; '), errors });
};

const LONGEST_NAME = 60;

/** `next-create-order`, or `next-call` for all operations. */
const nameFor = (operationId: string): string =>
  `next-${operationId === '*' ? 'call' : operationId.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()}`
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replace(/-$/, '');
