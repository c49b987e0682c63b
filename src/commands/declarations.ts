import { CAPSULE } from './capsule/declaration.ts';
import type { CommandDeclaration } from './command-line/declaration.ts';
import { COMPLETION } from './completion/declaration.ts';
import { EXPLAIN } from './explain/declaration.ts';
import { LISTEN } from './listen/declaration.ts';
import { SERVE } from './serve/declaration.ts';
import { TEST } from './test/declaration.ts';
import { TRIGGER } from './trigger/declaration.ts';
import { VALIDATE } from './validate/declaration.ts';

/** All commands, in the order of the help. */
export const DECLARATIONS: readonly CommandDeclaration[] = [
  SERVE,
  TEST,
  CAPSULE,
  VALIDATE,
  LISTEN,
  TRIGGER,
  EXPLAIN,
  COMPLETION,
];
