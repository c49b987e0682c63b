import { isJsonMediaType } from '../../kernel/http.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import { findResponse, type Operation } from '../contract/contract.ts';
import { checkBody } from './check-body.ts';
import { usualContent } from '../contract/media-ranges.ts';
import { exampleNames, findExample } from '../responders/negotiate.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { suggest } from '../matching/nearest.ts';
import type { ProblemFile, ReplyFile } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';
import { problemIn } from './scenario.ts';

/** Headers managed by the connection, or set with `mediaType`. */
const NOT_YOURS = ['content-type', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'];

/** Members set by the problem itself, or by the stub. */
const OF_EVERY_PROBLEM = ['type', 'title', 'status', 'detail', 'instance', 'traceId', 'errors', 'currentResource'];

const OFF_CONTRACT = 'add offContract: true';

/** A reply must conform to the description, unless it is off contract on purpose. */
export const checkReply = (
  reply: ReplyFile,
  operations: readonly Operation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const { status, example, headers = {} } = reply;
  const problem = problemIn(reply);
  for (const [name, value] of Object.entries(headers)) {
    const fault = scenarioSchema.findHeaderFault?.(name, String(value));
    if (NOT_YOURS.includes(name.toLowerCase()))
      diagnostics
        .at('headers', name)
        .addKey(
          `${name} follows from the body: remove it${name.toLowerCase() === 'content-type' ? ', or set mediaType' : ''}`,
        );
    else if (fault !== undefined) diagnostics.at('headers', name).addKey(fault);
  }
  if (problem !== undefined) checkProblem(problem, reply, operations, scenarioSchema, diagnostics.at('problem'));
  else if (example !== undefined) checkExample(example, status, operations, diagnostics);
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
      diagnostics.at('members', name).addKey(`${name} is part of every problem: set it next to members, or remove it`);
  const at = typeof written === 'string' ? diagnostics : diagnostics.at('type');
  const status = type === undefined ? own : problems.get(type)?.status;
  if (status === undefined) {
    // An unknown type is reported elsewhere.
    if (type === undefined) at.add('a problem needs a documented type or a status');
    return;
  }
  if (own !== undefined && own !== status) at.add(`${String(type)} has the status ${String(status)}: remove status`);
  if (offContract !== true) checkDeclared(status, operations, at);
};

/** A step for all operations is played for those that declare the status. */
const checkDeclared = (status: number, operations: readonly Operation[], diagnostics: DiagnosticList): void => {
  const [only] = operations;
  if (only === undefined || operations.some((operation) => findResponse(operation, status) !== undefined)) return;
  if (operations.length > 1) {
    diagnostics.add(`no operation declares ${String(status)}: choose a declared status, or ${OFF_CONTRACT}`);
    return;
  }
  const declared = only.responses.map((response) => response.status).join(', ');
  const title = STATUS_CODES[status];
  diagnostics.add(
    `${only.id} does not declare ${String(status)}${title === undefined ? '' : ` (${title})`}, only ${declared}: choose one of these, or ${OFF_CONTRACT}`,
  );
};

const checkExample = (
  name: string,
  status: number | undefined,
  operations: readonly Operation[],
  diagnostics: DiagnosticList,
): void => {
  if (operations.length > 1) {
    diagnostics.at('example').add('examples belong to one operation: set "on" to that operation instead of *');
    return;
  }
  const [operation] = operations;
  if (operation === undefined || findExample(operation, name, status) !== undefined) return;
  const of = status === undefined ? '' : ` for ${String(status)}`;
  diagnostics
    .at('example')
    .add(`${operation.id} has no example "${name}"${of}: ${suggest(name, exampleNames(operation))}`);
};

const checkStatus = (
  status: number,
  reply: ReplyFile,
  operations: readonly Operation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const { body, fake, offContract } = reply;
  if (offContract === true) {
    if (fake === true && operations.some((operation) => findResponse(operation, status) === undefined))
      diagnostics
        .at('fake')
        .addKey(`a body can be generated only for a declared status, and ${String(status)} is not declared: add body`);
    return;
  }
  checkDeclared(status, operations, diagnostics.at('status'));
  for (const operation of operations) {
    const response = findResponse(operation, status);
    if (response === undefined) continue;
    const content = usualContent(response);
    const what = `the body of ${String(status)} of ${operation.id}`;
    if (content === undefined) {
      if (body !== undefined || fake === true)
        diagnostics
          .at(body === undefined ? 'fake' : 'body')
          .addKey(`${operation.id} returns ${String(status)} without a body: remove body, or ${OFF_CONTRACT}`);
    } else if (body === undefined && fake !== true) {
      diagnostics.add(
        `${operation.id} returns ${String(status)} with a body: add body, or fake: true to generate it, or ${OFF_CONTRACT}`,
      );
    } else if (body !== undefined && content.schema !== undefined && isJsonMediaType(content.mediaType)) {
      const checked = { value: body, schema: content.schema, isPartial: fake === true, what };
      checkBody(checked, scenarioSchema, diagnostics.at('body'));
    }
  }
};
