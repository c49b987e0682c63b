import type { Amendment } from '../../generated/assumptions-file.ts';
import { amend } from '../assumptions/amendment.ts';
import { concerns } from '../assumptions/register.ts';
import { findResponse } from '../contract/contract.ts';
import type { Settled } from '../exchange/exchange.ts';
import type { Answer } from '../message/message.ts';
import { PROBLEM_MEDIA_TYPE, type ProblemCatalogue } from '../problems/problem.ts';
import type { EngineParts, Finish } from './engine-parts.ts';

/**
 * Rewrites a response into the form that the sandbox's assumptions require. The stored response keeps the usual form,
 * so that a later change of a switch also applies to replays. Responses that a scenario breaks on purpose are left
 * alone.
 */
export const applyAmendments =
  ({ assumedIn, contract: { problems }, problemBase, seed, clock: wall, variants }: EngineParts): Finish =>
  (exchange) => {
    const { amendments } = assumedIn(exchange.sandbox);
    if (amendments.length === 0 || exchange.isOffContract === true) return undefined;
    const { origin } = exchange.request;
    const described = () => describedIn(exchange, variants);
    const surroundings = { origin, problemBase: problemBase(), problems, seed, now: wall.now(), described };
    let { reply } = exchange;
    for (const amendment of amendments)
      if (isMeant(amendment, { ...exchange, reply })) reply = amend(reply, amendment, surroundings);
    return reply === exchange.reply ? undefined : toAnswer(exchange, reply, problems);
  };

const describedIn = (
  { operation, reply }: Settled,
  variants: EngineParts['variants'],
): ReturnType<Parameters<typeof amend>[2]['described']> => {
  if (operation === undefined) return [{}, undefined];
  const contents = findResponse(operation, reply.status)?.contents ?? [];
  const content = contents.find(({ mediaType }) => mediaType === reply.content?.mediaType);
  return [variants.contractOf(operation).document, content?.schema?.schema];
};

const isMeant = ({ to }: Amendment, exchange: Settled): boolean => to === undefined || concerns(to, seenIn(exchange));

/** From here on the amended response counts, also for the journal and the observer. */
const toAnswer = ({ source, refusal }: Settled, reply: Answer['reply'], problems: ProblemCatalogue): Answer => {
  const type = problemIn(reply);
  const known = type === undefined ? undefined : problems.get(type);
  if (refusal === undefined || type === undefined || known === undefined) return { reply, source };
  return { reply, source, refusal: { ...refusal, type, title: known.title, status: reply.status } };
};

const seenIn = ({ operation, request, reply, endedAt, events = [] }: Settled) => ({
  operation: operation?.id,
  method: request.method,
  status: reply.status,
  problem: problemIn(reply),
  fields: errorsIn(reply).map(({ field }) => field),
  messages: errorsIn(reply).map(({ message }) => message),
  stage: endedAt,
  headers: reply.headers,
  sent: (name: string) => request.header(name) !== undefined,
  events,
});

const bodyOf = ({ content }: Answer['reply']): Readonly<Record<string, unknown>> | undefined =>
  content?.mediaType === PROBLEM_MEDIA_TYPE ? (content.value as Readonly<Record<string, unknown>>) : undefined;

/** The last segment of the problem type URI. */
const problemIn = (reply: Answer['reply']): string | undefined => {
  const type = bodyOf(reply)?.['type'];
  return typeof type === 'string' ? type.slice(type.lastIndexOf('/') + 1) : undefined;
};

const errorsIn = (reply: Answer['reply']): readonly { readonly field: string; readonly message: string }[] => {
  const errors = bodyOf(reply)?.['errors'];
  return Array.isArray(errors) ? (errors as ReturnType<typeof errorsIn>) : [];
};
