import type { Proof } from '../proof.ts';
import { databaseHalted, databaseHanging } from './database-away.ts';
import { killed } from './killed.ts';
import { manySandboxes } from './many-sandboxes.ts';
import { mixed } from './mixed.ts';
import { oneEffect } from './one-effect.ts';
import { stopped } from './stopped.ts';

export const PROOFS: readonly Proof[] = [
  oneEffect,
  killed,
  stopped,
  databaseHalted,
  databaseHanging,
  manySandboxes,
  mixed,
];
