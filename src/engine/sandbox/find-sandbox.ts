import type { Caller } from '../ports/ports.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * The world that a call works on: that of its caller's organization, or, for a public operation, the one that its link
 * leads to. Undefined where nothing is kept.
 */
export type FindSandbox = (
  exchange: { readonly pathParameters: Readonly<Record<string, string>> },
  caller: Caller | undefined,
) => Sandbox | undefined | Promise<Sandbox | undefined>;
