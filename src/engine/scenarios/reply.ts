import { defined } from '../../kernel/defined.ts';
import { jsonContent, type Reply } from '../../kernel/http.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import type { Json } from '../../kernel/json.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import { type Contract, type ResponseDescription, findResponse } from '../contract/contract.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { Answer } from '../message/message.ts';
import { problem as refused, PROBLEM_MEDIA_TYPE, type ProblemCatalogue, renderProblem } from '../problems/problem.ts';
import type { ResponseHeaders } from '../responders/response-headers.ts';
import { usualContent } from '../contract/media-ranges.ts';
import type { FindHeaderFault } from './header-rule.ts';
import { overlay } from './sample-event.ts';
import { createProblemFaker, exampleToContent, toContent } from '../responders/faked.ts';
import { findExample } from '../responders/negotiate.ts';
import { problemIn } from './scenario.ts';
import { type TemplateSource, fill, fillToText } from './template.ts';
import type { ProblemFile, ReplyFile } from '../../generated/scenario-file.ts';

/** The context of a scripted response. */
export interface Occasion {
  readonly exchange: Routed;
  /** For example `Step 2 of the scenario rate-limit-storm`: used if a problem has no detail of its own. */
  readonly title: string;
  readonly source: TemplateSource;
  readonly seed: string;
}

/** Creates the response of a step; omitted parts are derived from the description. */
export const createMakeReply = ({
  contract,
  fake,
  responseHeaders,
  problemBase,
  findHeaderFault,
}: {
  readonly contract: Contract;
  readonly fake: FakeValue;
  readonly responseHeaders: ResponseHeaders;
  readonly problemBase: () => string;
  /** If omitted, a scenario may set any header. */
  readonly findHeaderFault?: FindHeaderFault | undefined;
}) => {
  const adaptProblem = createProblemFaker(contract, problemBase);

  return async (reply: ReplyFile, { exchange, title, source, seed }: Occasion): Promise<Answer> => {
    const { operation, request, traceId, sandbox } = exchange;

    /**
     * `ETag`, `Location` and other described headers; without a value in the step, `Retry-After` is the description's
     * example.
     */
    const headersOf = async (
      response: ResponseDescription | undefined,
      body?: unknown,
    ): Promise<Record<string, string>> => {
      const headers = response === undefined ? {} : await responseHeaders.make(response, { body, exchange, seed });
      for (const [written, template] of Object.entries(reply.headers ?? {})) {
        const name = written.toLowerCase();
        const value = fillToText(String(template), source);
        const fault = findHeaderFault?.(name, value);
        if (fault !== undefined) throw refused('not-served', { detail: `${title} cannot be played: ${fault}.` });
        headers[name] = value;
      }
      return headers;
    };

    const answer = (made: Reply, refusal?: ProblemMembers): Answer => ({
      reply: made,
      source: 'scenario',
      ...defined({ refusal }),
      ...(reply.offContract === true ? { isOffContract: true } : {}),
    });

    const problem = problemIn(reply);
    if (problem !== undefined) {
      const bare = toMembers(problem, { source, title }, contract.problems);
      const members = { ...bare, headers: await headersOf(findResponse(operation, bare.status)) };
      const place = { problemBase: problemBase(), instance: request.path, traceId };
      return answer(renderProblem(members, place), members);
    }

    if (reply.example !== undefined) {
      const found = findExample(operation, reply.example, reply.status);
      if (found === undefined)
        throw refused('not-served', { detail: `${operation.id} no longer has an example "${reply.example}".` });
      const { status, response, content: described, example } = found;
      const plain = exampleToContent(example, described, contract);
      const isProblem = described.mediaType === PROBLEM_MEDIA_TYPE;
      const content = isProblem ? adaptProblem(plain, described, exchange, seed) : plain;
      return answer({ status, headers: await headersOf(response, content.value), content });
    }

    const { status = 200, body } = reply;
    const response = findResponse(operation, status);
    const described = response === undefined ? undefined : usualContent(response);
    const given = body === undefined ? undefined : fill(body, source);
    const drawn =
      reply.fake === true && described?.schema !== undefined
        ? await fake(described.schema, seed, { now: sandbox?.clock.now() })
        : undefined;
    const isProblem = drawn !== undefined && described?.mediaType === PROBLEM_MEDIA_TYPE;
    const generated = isProblem ? adaptProblem(jsonContent(drawn), described, exchange, seed).value : drawn;
    const value = generated === undefined ? given : overlay(generated as Json, given);
    const mediaType = reply.mediaType ?? described?.mediaType ?? 'application/json';
    const content =
      value === undefined ? undefined : toContent(value, { mediaType, schema: described?.schema }, contract);
    return answer({ status, headers: await headersOf(response, content?.value), content });
  };
};

/**
 * Title and status are derived from the type; the default detail says that a scenario sent the problem, not a real
 * check.
 */
const toMembers = (
  problem: ProblemFile,
  { source, title }: Pick<Occasion, 'source' | 'title'>,
  problems: ProblemCatalogue,
): ProblemMembers => {
  const { type = 'about:blank', errors, currentResource, members } = problem;
  const known = problems.get(type);
  const status = problem.status ?? known?.status ?? 500;
  const meaning = known === undefined ? '' : `${known.texts.meaning} `;
  return {
    type,
    title: problem.title ?? known?.title ?? STATUS_CODES[status] ?? 'Refused',
    status,
    detail:
      problem.detail === undefined ? `${meaning}${title} returned this error.` : fillToText(problem.detail, source),
    ...(errors === undefined
      ? {}
      : { errors: errors.map((error) => ({ rejectedValue: null, ...(fill(error, source) as typeof error) })) }),
    ...(currentResource === undefined ? {} : { currentResource: fill(currentResource, source) }),
    ...(members === undefined ? {} : { extensions: fill(members, source) as Record<string, unknown> }),
  };
};
