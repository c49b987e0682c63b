import { Agent } from 'undici';
import type { OpenedMock } from '../../composition/create-mock.ts';
import { loadSignatureProfile } from '../../edges/webhooks/load-signature-profile.ts';
import type { DeliveryInterceptor } from '../../engine/webhooks/sender.ts';
import { ANSWER_TIMEOUT, isRight, playTrial, readSamples } from '../grade-webhooks/play-trial.ts';
import { makeTrials, type Post } from '../grade-webhooks/trials.ts';
import { type LocalOutcome, forwardDelivery } from '../listen/forward.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Evidence } from './grade.ts';

interface ExportedState {
  readonly collections: Readonly<
    Record<
      'webhook-endpoints',
      { readonly documents: readonly { readonly value: { readonly url: string; readonly secrets: { current: string } } }[] }
    >
  >;
}

/** The secret that the client verifies with: it got it when it registered the receiver, and no list shows it. */
const secretOf = async ({ mock }: OpenedMock, url: string): Promise<string> => {
  const { collections } = (await (
    await mock.handle(new Request(`${mock.url}/__admin/state`))
  ).json()) as ExportedState;
  return collections['webhook-endpoints'].documents.find(({ value }) => value.url === url)?.value.secrets.current ?? '';
};

/**
 * Posts what `vatmock grade-webhooks` posts to the receiver of a client, while the first delivery to it waits: its tests stop
 * the receiver as soon as they have what they wait for.
 */
export const createReceiverTrials = ({ clock, after }: Terminal, opened: () => OpenedMock) => {
  const dispatcher = new Agent();
  let played: Map<string, NonNullable<ReturnType<Evidence['trials']['get']>>> | undefined;
  let playing: Promise<void> | undefined;

  const send = (to: string, post: Post): Promise<LocalOutcome> =>
    forwardDelivery(post, { to, dispatcher, after, timeout: ANSWER_TIMEOUT });

  const playAll = async (url: string, results: NonNullable<typeof played>): Promise<void> => {
    const secret = await secretOf(opened(), url);
    for (const trial of makeTrials(await loadSignatureProfile('stripe'), secret, await readSamples())) {
      const outcome = await playTrial(
        trial,
        () => clock.now(),
        (post) => send(url, post),
      );
      const { failure } = { failure: undefined, ...outcome };
      if (failure === 'connect_failed') return;
      const { name, rule } = trial;
      results.set(name, { isRight: isRight(trial, outcome), outcome: String('failure' in outcome ? failure : outcome.httpStatus), rule });
    }
  };

  const interceptor: DeliveryInterceptor = ({ url }) => {
    const results = played;
    if (results === undefined) return undefined;
    return async (post) => {
      await (playing ??= playAll(url, results));
      return send(url, post);
    };
  };

  return {
    interceptor,
    begin: (): Evidence['trials'] => (played = new Map()),
    end: (): void => {
      played = undefined;
    },
    close: () => dispatcher.destroy(),
  };
};
