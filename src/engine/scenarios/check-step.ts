import type { DelayFile, Meanwhile, ProblemFile, ReplyFile, StepFile } from '../../generated/scenario-file.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { parseDuration } from '../../kernel/duration.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { findResponse, type Operation } from '../contract/contract.ts';
import { usualContent } from '../contract/media-ranges.ts';
import { checkName, suggest } from '../matching/nearest.ts';
import { exampleNames, findExample } from '../responders/negotiate.ts';
import { checkBody, checkConditions, checkSentBody, onlyOf, operationsOn } from './check-values.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { problemIn } from './scenario.ts';

export const checkStep = async (
  { on, at, when = {}, reply, delay, fault, meanwhile }: StepFile,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  pause?: Pause,
): Promise<void> => {
  const operations = operationsOn(on, scenarioSchema);
  const only = onlyOf(operations);
  const passed = at === undefined ? only : undefined;
  await checkConditions(when, operations, passed, scenarioSchema, diagnostics.at('when'), pause);
  if (meanwhile !== undefined) checkMeanwhile(meanwhile, only, scenarioSchema, diagnostics.at('meanwhile'));
  if (typeof delay === 'object') checkDelay(delay, diagnostics.at('delay'));
  if (reply === undefined || reply === 'pass') return;
  checkReply(reply, operations, scenarioSchema, diagnostics.at('reply'));
  if (fault === 'commit-then-reset')
    diagnostics.add(
      'commit-then-reset needs the operation to run, but reply replaces it: remove reply, or use CONNECTION_RESET_BY_PEER',
      'fault',
    );
};

const checkDelay = ({ uniform, lognormal }: DelayFile, diagnostics: DiagnosticList): void => {
  if (uniform !== undefined && isMore(uniform.lower, uniform.upper))
    diagnostics.add(`${uniform.lower} is more than upper, ${uniform.upper}: swap them`, 'uniform', 'lower');
  const { median, atMost } = lognormal ?? {};
  if (median !== undefined && atMost !== undefined && isMore(median, atMost))
    diagnostics.add(`${atMost} is less than the median, ${median}: raise or remove it`, 'lognormal', 'atMost');
};

/** Invalid durations are reported elsewhere. */
const isMore = (one: string, other: string): boolean => {
  try {
    return parseDuration(one) > parseDuration(other);
  } catch {
    return false;
  }
};

/** A call that is executed must be a valid one; `outer` is the operation that it is executed before. */
const checkMeanwhile = (
  { call, params = {}, body }: Meanwhile,
  outer: Operation | undefined,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const operation = call === undefined ? undefined : scenarioSchema.operation(call);
  if (call === undefined || operation === undefined) return;
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  for (const name of Object.keys(params))
    checkName(`the path of ${call} has no parameter`, name, inPath, diagnostics.at('params', name).addKey);
  const given = [...Object.keys(params), ...(outer?.parameters ?? []).map(({ name }) => name)];
  if (outer !== undefined)
    for (const name of inPath.filter((one) => !given.includes(one)))
      diagnostics.add(`${call} needs the path parameter "${name}", and ${outer.id} has none: add it to params`);
  checkSentBody(operation, body, scenarioSchema, diagnostics);
};

/** Headers managed by the connection, or set with `mediaType`. */
const NOT_YOURS = ['content-type', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'];

/** Members set by the problem itself, or by the stub. */
const OF_EVERY_PROBLEM = ['type', 'title', 'status', 'detail', 'instance', 'traceId', 'errors', 'currentResource'];

const OFF_CONTRACT = 'add offContract: true';

/** A reply must conform to the description, unless it is off contract on purpose. */
const checkReply = (
  reply: ReplyFile,
  operations: readonly Operation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const { status, example, headers = {} } = reply;
  const problem = problemIn(reply);
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const fault = NOT_YOURS.includes(lower)
      ? `${name} follows from the body: remove it${lower === 'content-type' ? ', or set mediaType' : ''}`
      : scenarioSchema.findHeaderFault?.(name, String(value));
    if (fault !== undefined) diagnostics.addKey(fault, 'headers', name);
  }
  if (problem !== undefined) checkProblem(problem, reply, operations, scenarioSchema, diagnostics.at('problem'));
  else if (example !== undefined) checkExample(example, status, operations, diagnostics.at('example'));
  else if (status !== undefined) checkStatus(status, reply, operations, scenarioSchema, diagnostics);
};

const checkProblem = (
  { type, status: own, members = {} }: ProblemFile,
  { offContract, problem: written }: ReplyFile,
  operations: readonly Operation[],
  { contract: { problems } }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  for (const name of Object.keys(members))
    if (OF_EVERY_PROBLEM.includes(name))
      diagnostics.addKey(`${name} is part of every problem: set it next to members, or remove it`, 'members', name);
  const at = typeof written === 'string' ? diagnostics : diagnostics.at('type');
  const status = type === undefined ? own : problems.get(type)?.status;
  if (status === undefined) {
    // An unknown type is reported elsewhere.
    if (type === undefined) at.add('a problem needs a documented type or a status');
    return;
  }
  if (own !== undefined && own !== status) at.add(`${String(type)} has the status ${status}: remove status`);
  if (offContract !== true) checkDeclared(status, operations, at);
};

/** A step for all operations is played for those that declare the status. */
const checkDeclared = (status: number, operations: readonly Operation[], { add }: DiagnosticList): void => {
  const [only] = operations;
  if (only === undefined || operations.some((operation) => findResponse(operation, status) !== undefined)) return;
  if (operations.length > 1) {
    add(`no operation declares ${status}: choose a declared status, or ${OFF_CONTRACT}`);
    return;
  }
  const declared = only.responses.map((response) => response.status).join(', ');
  const title = STATUS_CODES[status];
  add(
    `${only.id} does not declare ${status}${title === undefined ? '' : ` (${title})`}, only ${declared}: choose one of these, or ${OFF_CONTRACT}`,
  );
};

const checkExample = (
  name: string,
  status: number | undefined,
  operations: readonly Operation[],
  { add }: DiagnosticList,
): void => {
  const [operation, ...others] = operations;
  if (others.length > 0) add('examples belong to one operation: set "on" to that operation instead of *');
  else if (operation !== undefined && findExample(operation, name, status) === undefined)
    add(
      `${operation.id} has no example "${name}"${status === undefined ? '' : ` for ${status}`}: ${suggest(name, exampleNames(operation))}`,
    );
};

const checkStatus = (
  status: number,
  { body, fake, offContract }: ReplyFile,
  operations: readonly Operation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  if (offContract === true) {
    if (fake === true && operations.some((operation) => findResponse(operation, status) === undefined))
      diagnostics.addKey(
        `a body can be generated only for a declared status, and ${status} is not declared: add body`,
        'fake',
      );
    return;
  }
  checkDeclared(status, operations, diagnostics.at('status'));
  for (const operation of operations) {
    const response = findResponse(operation, status);
    if (response === undefined) continue;
    const content = usualContent(response);
    if (content === undefined) {
      if (body !== undefined || fake === true)
        diagnostics.addKey(
          `${operation.id} returns ${status} without a body: remove body, or ${OFF_CONTRACT}`,
          body === undefined ? 'fake' : 'body',
        );
    } else if (body === undefined && fake !== true) {
      diagnostics.add(
        `${operation.id} returns ${status} with a body: add body, or fake: true to generate it, or ${OFF_CONTRACT}`,
      );
    } else if (body !== undefined && content.schema !== undefined && isJsonMediaType(content.mediaType)) {
      const what = `the body of ${status} of ${operation.id}`;
      const checked = { value: body, pointer: content.schema.pointer, isPartial: fake === true, what };
      checkBody(checked, scenarioSchema, diagnostics.at('body'));
    }
  }
};
