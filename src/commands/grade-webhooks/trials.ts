import type { WebhookRequest } from '../../engine/webhooks/sender.ts';
import { type SignatureProfile, sign, TOLERANCE } from '../../engine/webhooks/signature.ts';

/** An event as the description shows it. */
export interface SampleEvent {
  readonly id: string;
  readonly type: string;
  readonly data: object;
}

/** Signs a post when it is sent: a slow receiver takes minutes for all. `now` is its time: milliseconds of the wall clock. */
export type MakePost = (now: number) => Pick<WebhookRequest, 'headers' | 'body'>;

/** What a receiver should do with some posts, which are sent one after the other. */
export interface Trial {
  readonly name: string;
  readonly posts: readonly [MakePost, ...MakePost[]];
  /** Else with 4xx. */
  readonly isAccepted: boolean;
  /** The rule of the description, for a receiver that does otherwise. */
  readonly rule: string;
}

const REFUSES = 'Verify the signature over the raw body with the secret, in constant time, before anything else.';
const IN_TIME = 'Refuse a time stamp that is more than 5 minutes from now: somebody may send again what was overheard.';
const ONCE = 'Delivery is at least once: answer a known event id with 2xx, and do nothing else.';

/** Bytes that change nothing for a parser: only who verifies the raw body has the same signature. */
const spaced = (event: object): string => JSON.stringify(event, undefined, 2);

/** All trials, for a receiver that knows the secret. */
export const makeTrials = (
  profile: SignatureProfile,
  secret: string,
  [first, ...others]: readonly [SampleEvent, ...SampleEvent[]],
): readonly Trial[] => {
  const post =
    (event: SampleEvent, { body = JSON.stringify(event), secrets = [secret], age = 0 } = {}): MakePost =>
    (now) => ({
      headers: { 'content-type': 'application/json', ...sign(profile, secrets, { id: event.id, body, at: now - age }) },
      body,
    });
  const genuine = post(first);
  const templates = Object.values(profile.headers).join();
  const isTimed = `${profile.content}${templates}`.includes('{timestamp}');
  const accepted = (name: string, rule: string, ...posts: readonly [MakePost, ...MakePost[]]): Trial => ({
    name,
    posts,
    isAccepted: true,
    rule,
  });
  const refused = (name: string, rule: string, one: MakePost): Trial => ({
    name,
    posts: [one],
    isAccepted: false,
    rule,
  });
  return [
    accepted(
      'genuine',
      'Answer 2xx within 15 seconds, as soon as the event is stored; a redirect is a failure.',
      genuine,
    ),
    ...others.map((event) =>
      accepted(event.type, 'Answer 2xx to every event type, also to those you ignore.', post(event)),
    ),
    accepted('other spaces in the body', REFUSES, post(first, { body: spaced(first) })),
    ...(templates.includes('{signatures}')
      ? [
          accepted(
            'a second signature',
            'While a secret is rotated, one signature that matches is enough.',
            post(first, { secrets: ['whsec_b2xk', secret] }),
          ),
        ]
      : []),
    refused('unsigned', REFUSES, (now) => ({ ...genuine(now), headers: { 'content-type': 'application/json' } })),
    refused('forged', REFUSES, post(first, { secrets: ['whsec_Zm9yZ2Vk'] })),
    refused('one byte altered', REFUSES, (now) => {
      const { headers, body } = genuine(now);
      return { headers, body: body.replace(/\w(?=\W*$)/, (last) => (last === '1' ? '2' : '1')) };
    }),
    ...(isTimed
      ? [
          refused('ten minutes old', IN_TIME, post(first, { age: 2 * TOLERANCE })),
          refused('ten minutes ahead', IN_TIME, post(first, { age: -2 * TOLERANCE })),
        ]
      : []),
    accepted('doubled', ONCE, genuine, genuine),
    accepted(
      'ten attempts, as over three days',
      ONCE,
      genuine,
      ...Array.from({ length: 9 }, (_, index) => post(first, { age: index * 1000 })),
    ),
    accepted(
      'the later event first',
      'Ordering is best effort: read the resource, and answer 2xx.',
      post(others.at(-1) ?? first),
      genuine,
    ),
    accepted(
      'an unknown member',
      'The service may add members: ignore those you do not know.',
      post({ ...first, data: { ...first.data, addedLater: { anything: [1] } } }),
    ),
    accepted(
      'an unknown event type',
      'The service may add event types: answer 2xx to those you do not know.',
      post({ ...first, type: 'order.invented_later' }),
    ),
  ];
};
