import { buyerSimulators } from './buyer-simulators.ts';
import type { Simulator } from './simulator.ts';
import { viesSimulators } from './vies-simulators.ts';

/** Simulators by name. docs/control-api.md and `GET /__admin/simulators` show this list. */
export const SIMULATORS: ReadonlyMap<string, Simulator> = new Map(
  [...viesSimulators, ...buyerSimulators].map((simulator) => [simulator.name, simulator]),
);
