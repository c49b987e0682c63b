import type { Content, Reply } from '../../kernel/http.ts';
import { STATUS_CODES } from '../../kernel/status-codes.ts';
import type { Json } from '../../kernel/json.ts';
import type { ProblemMembers } from '../../kernel/problem.ts';
import { type Contract, type ResponseDescription, findResponse } from '../contract/contract.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import type { Routed } from '../exchange/exchange.ts';
import type { Answer } from '../message/answer.ts';
import type { ProblemCatalogue } from '../problems/catalogue.ts';
import { problem as refused } from '../problems/problem.ts';
import { PROBLEM_MEDIA_TYPE, renderProblem } from '../problems/render-problem.ts';
import type { ResponseHeaders } from '../responders/response-headers.ts';
import { usualContent } from '../contract/media-ranges.ts';
import type { FindHeaderFault } from './header-rule.ts';
import { overlay } from './sample-event.ts';
import { createProblemFaker, exampleToContent, toContent } from '../responders/faked.ts';
import { findExample } from '../responders/negotiate.ts';
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

export type MakeReply = (reply: ReplyFile, occasion: Occasion) => Promise<Answer>;

export interface MakeReplyParts {
  readonly contract: Contract;
  readonly fake: FakeValue;
  readonly responseHeaders: ResponseHeaders;
  readonly problemBase: () => string;
  /** If omitted, a scenario may set any header. */
  readonly findHeaderFault?: FindHeaderFault | undefined;
}

/** Creates the response of a step; omitted parts are derived from the description. */
export const createMakeReply = (parts: MakeReplyParts): MakeReply => {
  const { contract, fake, responseHeaders, problemBase, findHeaderFault } = parts;
  const adaptProblem = createProblemFaker(contract, problemBase);

  /**
   * `ETag`, `Location` and other described headers; without a value in the step, `Retry-After` is the description's
   * example.
   */
  const headersOf = async (
    response: ResponseDescription | undefined,
    body: unknown,
    { headers = {} }: ReplyFile,
    { exchange, source, seed, title }: Occasion,
  ): Promise<Record<string, string>> => {
    const described = response === undefined ? {} : await responseHeaders.make(response, { body, exchange, seed });
    const own = Object.entries(headers).map(
      ([name, value]) => [name.toLowerCase(), fillToText(String(value), source)] as const,
    );
    if (findHeaderFault !== undefined)
      for (const [name, value] of own) {
        const fault = findHeaderFault(name, value);
        if (fault !== undefined) throw refused('not-served', { detail: `${title} cannot be played: ${fault}.` });
      }
    return { ...described, ...Object.fromEntries(own) };
  };

  const finish = async (
    reply: ReplyFile,
    occasion: Occasion,
    { status, content, response }: { status: number; content: Content | undefined; response?: ResponseDescription },
  ): Promise<Answer> => ({
    reply: { status, headers: await headersOf(response, content?.value, reply, occasion), content },
    source: 'scenario',
    ...(reply.offContract === true ? { isOffContract: true } : {}),
  });

  const makeProblem = async (problem: ProblemFile, reply: ReplyFile, occasion: Occasion): Promise<Answer> => {
    const { request, operation, traceId } = occasion.exchange;
    const bare = toMembers(problem, occasion, contract.problems);
    const response = findResponse(operation, bare.status);
    const headers = await headersOf(response, undefined, reply, occasion);
    const members = { ...bare, headers };
    const rendered: Reply = renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId });
    return {
      reply: rendered,
      source: 'scenario',
      refusal: members,
      ...(reply.offContract === true ? { isOffContract: true } : {}),
    };
  };

  const makeExample = async (name: string, reply: ReplyFile, occasion: Occasion): Promise<Answer> => {
    const { operation } = occasion.exchange;
    const found = findExample(operation, name, reply.status);
    if (found === undefined)
      throw refused('not-served', { detail: `${operation.id} no longer has an example "${name}".` });
    const { status, response, content, example } = found;
    const plain = exampleToContent(example, content.mediaType);
    const isProblem = content.mediaType === PROBLEM_MEDIA_TYPE;
    const shown = isProblem ? adaptProblem(plain, content, occasion.exchange, occasion.seed) : plain;
    return finish(reply, occasion, { status, content: shown, response });
  };

  const makeStatus = async (status: number, reply: ReplyFile, occasion: Occasion): Promise<Answer> => {
    const { operation } = occasion.exchange;
    const response = findResponse(operation, status);
    const described = response === undefined ? undefined : usualContent(response);
    const mediaType = reply.mediaType ?? described?.mediaType ?? 'application/json';
    const given = reply.body === undefined ? undefined : fill(reply.body, occasion.source);
    const generated =
      reply.fake === true && described?.schema !== undefined
        ? ((await fake(described.schema, occasion.seed, { now: occasion.exchange.sandbox?.clock.now() })) as
            | Json
            | undefined)
        : undefined;
    const value = generated === undefined ? given : overlay(generated, given);
    const content = value === undefined ? undefined : toContent(value, mediaType);
    return finish(reply, occasion, { status, content, ...(response === undefined ? {} : { response }) });
  };

  return (reply, occasion) => {
    const { problem, example, status = 200 } = reply;
    if (problem !== undefined)
      return makeProblem(typeof problem === 'string' ? { type: problem } : problem, reply, occasion);
    return example === undefined ? makeStatus(status, reply, occasion) : makeExample(example, reply, occasion);
  };
};

/**
 * Title and status are derived from the type; the default detail says that a scenario sent the problem, not a real
 * check.
 */
const toMembers = (problem: ProblemFile, { source, title }: Occasion, problems: ProblemCatalogue): ProblemMembers => {
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
