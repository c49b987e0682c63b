import type { Amendment } from './amendment.ts';
import type { Concern } from './concern.ts';
import type { EventAmendment } from './event-amendment.ts';

/** What a description leaves open: what was chosen, and what else could be. An entry of spec/assumptions.yaml. */
export interface Assumption {
  readonly id: string;
  readonly question: string;
  readonly chosen: string;
  /** The name of what was chosen; undefined where nothing can be switched to. */
  readonly chosenId?: string;
  /** A text alone cannot be switched to. */
  readonly alternatives: readonly (string | Alternative)[];
  /** Operations, components, events and stages in which it shows. */
  readonly where: readonly string[];
  readonly switchable: boolean;
  /** Why there is no switch. */
  readonly why?: string;
  /** The exchanges that turn out as they do because of it; any one of these is enough. */
  readonly decides?: readonly Concern[];
  /** Exchanges that it does not decide, but whose later effects it decides, such as deliveries to a new endpoint. */
  readonly bearsOn?: readonly Concern[];
}

/** Without a patch and without amendments, code asks for it. */
export interface Alternative {
  readonly id: string;
  readonly text: string;
  /** JSON Merge Patches (RFC 7396) by JSON Pointer into the description. */
  readonly description?: Readonly<Record<string, unknown>>;
  readonly answers?: readonly Amendment[];
  readonly events?: readonly EventAmendment[];
}

/** What is assumed in the place of what was chosen: alternatives by the ids of their assumptions. */
export type Choices = Readonly<Record<string, string>>;

export const alternativesOf = ({ alternatives }: Assumption): readonly Alternative[] =>
  alternatives.filter((each) => typeof each !== 'string');
