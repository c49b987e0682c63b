import type { Amendment } from './amendment.ts';
import type { Concern } from './concern.ts';
import type { EventAmendment } from './event-amendment.ts';

/**
 * A question that the description leaves open: the chosen answer and its alternatives. An entry of
 * spec/assumptions.yaml.
 */
export interface Assumption {
  readonly id: string;
  readonly question: string;
  readonly chosen: string;
  /** The id of the chosen alternative; undefined where there is nothing to switch to. */
  readonly chosenId?: string;
  /** An alternative that is only a text cannot be switched to. */
  readonly alternatives: readonly (string | Alternative)[];
  /** The operations, components, events and stages that it affects. */
  readonly where: readonly string[];
  readonly switchable: boolean;
  /** Why there is no switch. */
  readonly why?: string;
  /** The exchanges whose outcome it determines; matching any one of these is enough. */
  readonly decides?: readonly Concern[];
  /** Exchanges that it does not decide, but whose later effects it decides, such as deliveries to a new endpoint. */
  readonly bearsOn?: readonly Concern[];
}

/** An alternative without a patch and without amendments is implemented in code, which queries it. */
interface Alternative {
  readonly id: string;
  readonly text: string;
  /** JSON Merge Patches (RFC 7396) by JSON Pointer into the description. */
  readonly description?: Readonly<Record<string, unknown>>;
  readonly answers?: readonly Amendment[];
  readonly events?: readonly EventAmendment[];
}

/** Selected alternatives by assumption id. */
export type Choices = Readonly<Record<string, string>>;

export const alternativesOf = ({ alternatives }: Assumption): readonly Alternative[] =>
  alternatives.filter((each) => typeof each !== 'string');
