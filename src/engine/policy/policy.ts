import type { ProblemMembers } from '../../kernel/problem.ts';
import type { Detector, Rule, UndetectableMistake } from '../coaching/detector.ts';
import { GENERAL_DETECTORS } from '../coaching/general-detectors.ts';
import { GENERAL_RECEIVER_RULES } from '../coaching/receiver-watch.ts';
import { commonGenerators } from '../faking/common-generators.ts';
import { type Generators, HINTS, type Relations } from '../faking/generator.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Authorize, Observer } from '../ports/ports.ts';
import type { ProblemCatalogue } from '../problems/problem.ts';
import { toDeliveryPolicy } from '../webhooks/delivery.ts';
import { ANY_EVENTS, type EventRules } from '../webhooks/worker.ts';

/** A check in words: the rule that it applies, and its decision about an exchange that passed it. */
export interface Narration {
  readonly rule: string;
  readonly passed: (entry: JournalEntry) => string;
}

/** An API's own wording of its rules. */
export interface RuleBook {
  readonly problems: ProblemCatalogue;
  /** By stage name, for stages whose rule is the API's. */
  readonly narrations: Readonly<Record<string, Partial<Narration>>>;
  /** Suggested changes for a refused request, by problem type. */
  readonly changes: Readonly<Record<string, (refusal: ProblemMembers, entry: JournalEntry) => readonly string[]>>;
}

/** How values of an API's bodies are generated. */
export interface Fakes {
  /** By the name that `x-fake` has; those of any API may be replaced. */
  readonly generators?: Generators;
  /** Names of members that get a generator's values, by the generator: in lower case and without other characters, separated by spaces. */
  readonly names?: Readonly<Record<string, string>>;
  /** The same for names that mean it only as a whole. */
  readonly wholeNames?: Readonly<Record<string, string>>;
  /** By the name that `x-fake-relate` has. */
  readonly relations?: Relations;
}

/** What an API says of all its operations; what it leaves out is as for any API. The bundled API hands over one, too. */
export interface Policy {
  /** Throws the refusal of a call that its caller must not make. */
  readonly authorize?: Authorize;
  /** Where a client learns which capabilities it has, as a sentence. */
  readonly capabilityHint?: string;
  /** Called when the first value is generated. */
  readonly fakes?: () => Fakes | Promise<Fakes>;
  readonly findings?: {
    readonly detectors?: readonly Detector[];
    /** Other words for the findings of any API, by rule. */
    readonly wording?: Readonly<Record<string, Partial<Rule>>>;
    readonly undetectable?: readonly UndetectableMistake[];
  };
  readonly explanations?: Partial<RuleBook>;
  readonly deliveries?: Parameters<typeof toDeliveryPolicy>[0];
  readonly events?: {
    readonly audience?: Partial<EventRules['audience']>;
    readonly concernedEndpoint?: EventRules['concernedEndpoint'];
    readonly announce?: Partial<EventRules['announce']>;
  };
}

export const completePolicy = (
  { authorize, capabilityHint, fakes, findings = {}, explanations, deliveries, events }: Policy,
  observer: Pick<Observer, 'failed'>,
) => {
  const inOwnWords = (rule: Rule): Rule => ({ ...rule, ...findings.wording?.[rule.id] });
  /** What a detector throws must not harm the exchange that it looks at. */
  const careful = ({ rule, start }: Detector): Detector => ({
    rule,
    start: () => {
      const look = start();
      return (seen, json) => {
        try {
          return look(seen, json);
        } catch (error) {
          observer.failed(error, seen.traceId);
          return undefined;
        }
      };
    },
  });
  const ruleBook: RuleBook = { problems: new Map(), narrations: {}, changes: {}, ...explanations };
  return {
    authorize,
    capabilityHint,
    loadGenerators: async (): Promise<{ readonly generators: Generators; readonly relations: Relations }> => {
      const { generators, relations = {}, ...hints } = (await fakes?.()) ?? {};
      const { withCommonHints } = await import('../faking/generator-recipe.ts');
      return { generators: { ...commonGenerators, ...generators, [HINTS]: withCommonHints(hints) }, relations };
    },
    detectors: [
      ...GENERAL_DETECTORS.map(({ rule, start }) => ({ rule: inOwnWords(rule), start })),
      ...(findings.detectors ?? []).map(careful),
    ],
    receiverRules: GENERAL_RECEIVER_RULES.map(inOwnWords),
    undetectable: findings.undetectable ?? [],
    ruleBook,
    deliveries: toDeliveryPolicy(deliveries),
    events: {
      ...ANY_EVENTS,
      ...events,
      audience: { ...ANY_EVENTS.audience, ...events?.audience },
      announce: { ...ANY_EVENTS.announce, ...events?.announce },
    },
  };
};
