import { packageFile } from '../../edges/files/package-files.ts';
import { readNamedText } from '../../edges/files/load-yaml.ts';
import { readYamlHere } from '../../edges/files/located-file.ts';
import { type LocalOutcome, forwardDelivery } from '../listen/forward.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { MakePost, SampleEvent, Trial } from './trials.ts';

/** The time limit of the service for an answer. Milliseconds. */
export const ANSWER_TIMEOUT = 15_000;

/** The first outcome that is wrong, or else the last one: after a mistake nothing more is sent. */
export const playTrial = async (trial: Trial, to: string, terminal: Terminal): Promise<LocalOutcome> => {
  const [first, ...others] = trial.posts;
  const send = (post: MakePost): Promise<LocalOutcome> =>
    forwardDelivery(post(terminal.clock.now()), to, ANSWER_TIMEOUT, terminal);
  let outcome = await send(first);
  for (const post of others) if (isRight(trial, outcome)) outcome = await send(post);
  return outcome;
};

/** A 5xx is no refusal: the receiver broke. */
export const isRight = ({ isAccepted }: Trial, outcome: LocalOutcome): boolean =>
  'httpStatus' in outcome && Math.floor(outcome.httpStatus / 100) === (isAccepted ? 2 : 4);

export const toWords = (outcome: LocalOutcome): string =>
  'failure' in outcome ? outcome.detail : String(outcome.httpStatus);

export const readSamples = async (): Promise<readonly [SampleEvent, ...SampleEvent[]]> => {
  const file = packageFile('spec', 'asyncapi.yaml');
  const { value } = await readYamlHere(await readNamedText(file), file, Infinity);
  const { messages } = (
    value as unknown as {
      readonly components: {
        readonly messages: Readonly<
          Record<string, { readonly examples: readonly [{ readonly payload: SampleEvent }] }>
        >;
      };
    }
  ).components;
  const [first, ...others] = Object.values(messages).map(({ examples: [{ payload }] }) => payload);
  if (first === undefined) throw new Error(`${file} has no events`);
  return [first, ...others];
};
