import type { Draw } from './generator.ts';

/** A generated object before it is returned, still mutable. */
export type Drawn = Record<string, unknown>;

/** Makes the members of a generated object consistent with each other, in place. */
export type Relation = (value: Drawn, draw: Draw) => void;

/** By name. */
export type Relations = Readonly<Record<string, Relation>>;
