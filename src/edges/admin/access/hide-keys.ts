import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviour, Outcome, Behaviours } from '../../../engine/responders/stateful.ts';
import { type Scrub, scrubInSteps } from '../../../engine/journal/secrets.ts';
import { andThen } from '../../../kernel/and-then.ts';
import { type Content, jsonContent, type LiveContent, textContent } from '../../../kernel/http.ts';
import { type RunInSlices, atOnce } from '../../../kernel/time-slices.ts';
import type { Controller } from './controller.ts';

/**
 * Hides the keys of addresses from visitors who may only watch. With the key of an inbox they could send messages, and
 * with that of a public link from an e-mail they could answer for a buyer. `scrub` must keep JSON valid.
 */
export const hideKeysFromWatchers = (behaviours: Behaviours, scrub: Scrub): Behaviours =>
  Object.fromEntries(Object.entries(behaviours).map(([id, behaviour]) => [id, hideIn(behaviour, scrub)]));

const hideIn = (behaviour: Behaviour, scrub: Scrub): Behaviour =>
  behaviour.transactional
    ? behaviour
    : {
        transactional: false,
        run: (exchange) => {
          const outcome = behaviour.run(exchange);
          if (!mayOnlyWatch(exchange)) return outcome;
          const inSlices = exchange.sandbox?.inSlices ?? atOnce;
          return andThen(outcome, (shown) => shown && hide(shown, scrub, inSlices));
        },
      };

/** Also for calls that need no controller. */
const mayOnlyWatch = ({ caller }: Pick<Validated, 'caller'>): boolean =>
  (caller as Partial<Controller> | undefined)?.mayOnlyWatch === true;

const hide = ({ body, content, live, ...rest }: Outcome, scrub: Scrub, inSlices: RunInSlices) => {
  if (live !== undefined) return { ...rest, live: hideInLive(live, scrub) };
  const make = async (): Promise<Content> => {
    if (content !== undefined)
      return hideInContent(typeof content === 'function' ? await content() : content, scrub, inSlices);
    const value: unknown = typeof body === 'function' ? await (body as () => Promise<unknown>)() : body;
    return hideInContent(jsonContent(value), scrub, inSlices);
  };
  return content === undefined && body === undefined ? rest : { ...rest, content: make };
};

/** Characters of a text that needs no slices: a sandbox has few places for them, and fifty may watch it. */
const SHORT = 65_536;

const TEXT = /^text\/|[/+](?:json|xml|yaml)\b/;

const hideInContent = async (content: Content, scrub: Scrub, inSlices: RunInSlices): Promise<Content> => {
  const { mediaType, body, value } = content;
  if (!TEXT.test(mediaType)) return content;
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  const shown = text.length <= SHORT ? scrub(text) : await inSlices(scrubInSteps(text, scrub));
  return textContent(shown, mediaType, value);
};

/** Each piece of a stream has whole messages. */
const hideInLive = ({ mediaType, pieces }: LiveContent, scrub: Scrub): LiveContent => ({
  mediaType,
  pieces: {
    [Symbol.asyncIterator]: () => {
      const source = pieces[Symbol.asyncIterator]();
      const next = async () => {
        const step = await source.next();
        return step.done === true || typeof step.value !== 'string' ? step : { ...step, value: scrub(step.value) };
      };
      // A generator would wait for the piece on its way before it ends.
      return source.return === undefined ? { next } : { next, return: source.return.bind(source) };
    },
  },
});
