import type { OpenedMock } from '../../composition/create-mock.ts';
import { loadSignatureProfile } from '../../edges/webhooks/load-signature-profile.ts';
import type { DeliveryInterceptor } from '../../engine/webhooks/sender.ts';
import { ANSWER_TIMEOUT, isRight, playTrial, readSamples } from '../grade-webhooks/play-trial.ts';
import { makeTrials } from '../grade-webhooks/trials.ts';
import { forwardDelivery } from '../listen/forward.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Evidence, Reason } from './grade.ts';

/** The secret that the client got when it registered the receiver: nothing but a whole state shows it. */
const secretOf = async ({ mock }: OpenedMock, url: string): Promise<string> => {
  const answer = await mock.handle(new Request(`${mock.url}/__admin/state`));
  const { collections } = (await answer.json()) as {
    readonly collections: {
      readonly 'webhook-endpoints': {
        readonly documents: readonly {
          readonly value: { readonly url: string; readonly secrets: { readonly current: string } };
        }[];
      };
    };
  };
  return collections['webhook-endpoints'].documents.find(({ value }) => value.url === url)?.value.secrets.current ?? '';
};

/**
 * Posts what `vatmock grade-webhooks` posts to the receiver of a client, while the first delivery to it waits: tests stop
 * their receiver as soon as they have what they wait for.
 */
export const createReceiverTrials = (terminal: Terminal, opened: () => OpenedMock) => {
  let playing: ((url: string) => Promise<void>) | undefined;

  const playAll = async (to: string, results: Map<string, readonly Reason[]>): Promise<void> => {
    const secret = await secretOf(opened(), to);
    for (const trial of makeTrials(await loadSignatureProfile('stripe'), secret, await readSamples())) {
      const outcome = await playTrial(trial, to, terminal);
      const isAnswer = 'httpStatus' in outcome;
      if (!isAnswer && outcome.failure === 'connect_failed') return;
      const did = isAnswer ? `was answered with ${outcome.httpStatus}` : `got no answer (${outcome.failure})`;
      const fault = { finding: `"${trial.name}" ${did}.`, place: 'webhook receiver', remedy: trial.rule };
      results.set(trial.name, isRight(trial, outcome) ? [] : [fault]);
    }
  };

  const interceptor: DeliveryInterceptor = ({ url }) => {
    const play = playing;
    return (
      play &&
      (async (post) => {
        await play(url);
        return forwardDelivery(post, url, ANSWER_TIMEOUT, terminal);
      })
    );
  };

  return {
    interceptor,
    /** The results of a run, as they come. */
    begin: (isPlayed: boolean): Evidence['trials'] => {
      const results = new Map<string, readonly Reason[]>();
      let first: Promise<void> | undefined;
      playing = isPlayed ? (url) => (first ??= playAll(url, results)) : undefined;
      return results;
    },
  };
};
