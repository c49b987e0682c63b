import { suggest, suggestFromAll } from '../matching/nearest.ts';
import { type Assumed, toAssumed } from './assumed.ts';
import { type Assumption, type Choices, alternativesOf } from './assumption.ts';

/** Everything that a description leaves open, and how the switches stand when nobody has touched them. */
export interface Register {
  readonly assumptions: readonly Assumption[];
  /** As the server was started. */
  readonly initial: Assumed;
  /** Choices that are not known, such as those in the data of another version, are passed over. */
  readonly assume: (choices: Choices) => Assumed;
  /**
   * Wishes on top of choices: null for what the server was started with. Throws an {@link AssumptionError} for what is not
   * known.
   */
  readonly change: (choices: Choices, requestedChoices: RequestedChoices) => Choices;
}

export type RequestedChoices = Readonly<Record<string, string | null>>;

/** A switch that there is not, or one that cannot be set so. */
export class AssumptionError extends Error {
  override readonly name = 'AssumptionError';
  readonly id: string;
  /** There is no such assumption. */
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
      // Also looked up where it is null: a misspelt name is not passed over in silence.
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

/** A name from a stranger is repeated no longer than this. */
const LONGEST = 64;

/** `id=alternative,id=alternative` as it stands on a command line; throws an {@link AssumptionError}. */
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
