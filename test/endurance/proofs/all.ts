import type { Proof } from '../proof.ts';
import { databaseHalted } from './database-away.ts';
import { killed } from './killed.ts';
import { oneEffect } from './one-effect.ts';
import { stopped } from './stopped.ts';

export const PROOFS: readonly Proof[] = [oneEffect, killed, stopped, databaseHalted];
