import type { Draw } from './generator.ts';

/** A generated object, before anybody sees it. */
export type Drawn = Record<string, unknown>;

/** Makes the members of a generated object agree with each other; changes it in place. */
export type Relation = (value: Drawn, draw: Draw) => void;

/** By the name that a schema asks for with `x-fake-relate`. */
export type Relations = Readonly<Record<string, Relation>>;
