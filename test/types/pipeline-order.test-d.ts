import type { Decoded, Opened, Routed, Validated } from '../../src/engine/exchange/exchange.ts';
import { type Stage, beginPipeline } from '../../src/engine/pipeline/pipeline.ts';

declare const open: Stage<{ readonly request: Opened['request'] }, Omit<Opened, 'request'>>;
declare const route: Stage<Opened, Omit<Routed, keyof Opened>>;
declare const validate: Stage<Decoded, Omit<Validated, keyof Decoded>>;

beginPipeline().stage(open).stage(route);

// @ts-expect-error routing needs what opening adds
beginPipeline().stage(route);

// @ts-expect-error nothing has been decoded yet
beginPipeline().stage(open).stage(route).stage(validate);
