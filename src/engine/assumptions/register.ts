import type { Choice } from '../../generated/assumption-choices.ts';
import type { Alternative, Amendment, Assumption, EventAmendment, Concern } from '../../generated/assumptions-file.ts';
import { suggest, suggestFromAll } from '../matching/nearest.ts';

/** Selected alternatives by assumption id. */
export type Choices = Readonly<Record<string, string>>;

export const alternativesOf = ({ alternatives }: Assumption): readonly Alternative[] =>
  alternatives.filter((each) => typeof each !== 'string');

/**
 * The assumptions of one sandbox where they differ from the defaults. Precomputed when they are set, so that a check is
 * a single lookup.
 */
export interface Assumed {
  readonly choices: Choices;
  readonly has: (choice: Choice) => boolean;
  /** In the order of the register. */
  readonly amendments: readonly Amendment[];
  /** Amendments to the bodies of deliveries. */
  readonly eventAmendments: readonly EventAmendment[];
  /** Merge patches to the description, by pointer. */
  readonly patches: readonly (readonly [pointer: string, patch: unknown])[];
  /** Identifies the set of patches; empty if there are none. */
  readonly variant: string;
}

/** Compared by identity, so that the default case has no cost. */
export const NOTHING_ASSUMED: Assumed = {
  choices: {},
  has: () => false,
  amendments: [],
  eventAmendments: [],
  patches: [],
  variant: '',
};

/** Values that apply instead of the usual one where a choice is assumed; the first that matches. */
export type Alternatives<T> = readonly (readonly [Choice, T])[];

export const alternativeIn = <T>(assumed: Assumed, alternatives: Alternatives<T>, usual: T): T =>
  alternatives.find(([choice]) => assumed.has(choice))?.[1] ?? usual;

const toAssumed = (assumptions: readonly Assumption[], choices: Choices): Assumed => {
  const chosen = assumptions.flatMap((assumption) => {
    const id = choices[assumption.id];
    const alternative = alternativesOf(assumption).find((each) => each.id === id);
    return alternative === undefined ? [] : [{ key: `${assumption.id}=${alternative.id}`, ...alternative }];
  });
  if (chosen.length === 0) return NOTHING_ASSUMED;
  const keys = new Set(chosen.map(({ key }) => key));
  const patched = chosen.filter(({ description }) => description !== undefined);
  return {
    choices: Object.fromEntries([...keys].map((key) => key.split('=') as [string, string])),
    has: (choice) => keys.has(choice),
    amendments: chosen.flatMap(({ answers = [] }) => answers),
    eventAmendments: chosen.flatMap(({ events = [] }) => events),
    patches: patched.flatMap(({ description = {} }) => Object.entries(description)),
    variant: patched.map(({ key }) => key).join(),
  };
};

/** All assumptions where the description leaves something open, with the defaults of their switches. */
export type Register = ReturnType<typeof createRegister>;

export type RequestedChoices = Readonly<Record<string, string | null>>;

/** An unknown assumption, or one that does not have the requested alternative. */
export class AssumptionError extends Error {
  override readonly name = 'AssumptionError';
  readonly id: string;
  /** There is no assumption with this id. */
  readonly isUnknown: boolean;

  constructor(id: string, message: string, { isUnknown = false }: { readonly isUnknown?: boolean } = {}) {
    super(message);
    this.id = id;
    this.isUnknown = isUnknown;
  }
}

export const createRegister = (assumptions: readonly Assumption[], requestedChoices: RequestedChoices = {}) => {
  const byId = new Map(assumptions.map((assumption) => [assumption.id, assumption]));

  const check = (id: string, wanted: string): string | undefined => {
    const assumption = byId.get(id);
    if (assumption === undefined)
      throw new AssumptionError(id, `there is no assumption "${id.slice(0, LONGEST)}": ${suggest(id, byId.keys())}`, {
        isUnknown: true,
      });
    const { chosenId, why } = assumption;
    if (chosenId === undefined)
      throw new AssumptionError(id, `${id} cannot be switched${why === undefined ? '' : `. ${why.trim()}`}`);
    if (wanted === chosenId) return undefined;
    const known = alternativesOf(assumption).map((each) => each.id);
    if (known.includes(wanted)) return wanted;
    const hint = suggestFromAll(wanted, [chosenId, ...known]);
    throw new AssumptionError(id, `${id} has no alternative "${wanted.slice(0, LONGEST)}": ${hint}`);
  };

  const change = (start: Choices, choices: Choices, changes: RequestedChoices): Choices => {
    const changed = new Map(Object.entries(choices));
    for (const [id, requested] of Object.entries(changes)) {
      // Also checked for null, so that a misspelt id is not ignored silently.
      const wanted = requested === null ? (check(id, byId.get(id)?.chosenId ?? ''), start[id]) : check(id, requested);
      if (wanted === undefined) changed.delete(id);
      else changed.set(id, wanted);
    }
    return Object.fromEntries(changed);
  };

  const initial = toAssumed(assumptions, change({}, {}, requestedChoices));
  return {
    assumptions,
    /** The choices that the server was started with. */
    initial,
    /** Unknown choices, such as those in the data of another version, are ignored. */
    assume: (choices: Choices): Assumed => toAssumed(assumptions, choices),
    /**
     * Applies requested choices: null restores the one that the server was started with. Throws an
     * {@link AssumptionError} for unknown ids and alternatives.
     */
    change: (choices: Choices, changes: RequestedChoices): Choices => change(initial.choices, choices, changes),
  };
};

/** Maximum number of characters of a user-supplied name that are echoed. */
const LONGEST = 64;

/** Parses `id=alternative,id=alternative` from a command line; throws an {@link AssumptionError}. */
export const parseRequestedChoices = (text: string): RequestedChoices =>
  Object.fromEntries(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const [id = '', alternative, ...more] = part.split('=');
        if (alternative === undefined || alternative === '' || more.length > 0)
          throw new AssumptionError(id, `"${part.slice(0, 2 * LONGEST)}" is not of the form id=alternative`);
        return [id.trim(), alternative.trim()];
      }),
  );

/** Whether a finished exchange has all properties that a concern names. */
export const concerns = (
  concern: Concern,
  seen: {
    readonly operation: string | undefined;
    readonly method: string;
    readonly status: number;
    readonly problem: string | undefined;
    readonly fields: readonly string[];
    readonly messages: readonly string[];
    readonly stage: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly sent: (name: string) => boolean;
    readonly events: readonly { readonly type: string }[];
  },
): boolean => {
  const { operations, methods, statuses, problems, fields, messages, stages, headers, sent, events } = concern;
  return (
    isAmong(operations, seen.operation) &&
    isAmong(methods, seen.method) &&
    isAmong(statuses, seen.status) &&
    isAmong(problems, seen.problem) &&
    isAmong(stages, seen.stage) &&
    (fields === undefined || seen.fields.some((field) => fields.includes(field) || fields.includes(lastName(field)))) &&
    (messages === undefined || seen.messages.some((text) => messages.some((part) => text.includes(part)))) &&
    (headers === undefined || headers.some((name) => seen.headers[name] !== undefined)) &&
    (sent === undefined || sent.some((name) => seen.sent(name))) &&
    (events === undefined || seen.events.some(({ type }) => events.includes(type)))
  );
};

/** Whether it says which refusals it is about: that a call has a header, or its operation, explains no refusal. */
export const namesRefusals = ({ statuses, problems, fields, stages }: Concern): boolean =>
  [statuses, problems, fields, stages].some((part) => part !== undefined);

const isAmong = <T>(wanted: readonly T[] | undefined, value: T | undefined): boolean =>
  wanted === undefined || (value !== undefined && wanted.includes(value));

const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1);
