import type { Caller } from '../ports/ports.ts';
import type { Sandbox } from './sandbox.ts';

/**
 * The sandbox of a call: that of the caller's organization, or, for a public operation, the one that its link refers
 * to. Undefined where there is no state.
 */
export type FindSandbox = (
  exchange: { readonly pathParameters: Readonly<Record<string, string>> },
  caller: Caller | undefined,
) => Sandbox | undefined | Promise<Sandbox | undefined>;
