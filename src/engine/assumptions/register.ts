import { suggest, suggestFromAll } from '../matching/nearest.ts';
import { type Assumed, toAssumed } from './assumed.ts';
import { type Assumption, type Choices, alternativesOf } from './assumption.ts';

/** All assumptions where the description leaves something open, with the defaults of their switches. */
export interface Register {
  readonly assumptions: readonly Assumption[];
  /** The choices that the server was started with. */
  readonly initial: Assumed;
  /** Unknown choices, such as those in the data of another version, are ignored. */
  readonly assume: (choices: Choices) => Assumed;
  /**
   * Applies requested choices: null restores the one that the server was started with. Throws an
   * {@link AssumptionError} for unknown ids and alternatives.
   */
  readonly change: (choices: Choices, requestedChoices: RequestedChoices) => Choices;
}

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

export const createRegister = (
  assumptions: readonly Assumption[],
  requestedChoices: RequestedChoices = {},
): Register => {
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
    initial,
    assume: (choices) => toAssumed(assumptions, choices),
    change: (choices, changes) => change(initial.choices, choices, changes),
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
