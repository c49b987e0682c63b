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

declare const a: Stage<object, { readonly a: string }>;
declare const b: Stage<{ readonly a: string }, { readonly b: string }>;
declare const c: Stage<object, { readonly c: string }>;
declare const end: Stage<{ readonly a: string; readonly b: string; readonly c: string }, object>;
const opened = beginPipeline().stage(open);
const fork = { choose: () => undefined, stages: { a, b, c } };

opened.fork({ ...fork, usual: ['a', 'b', 'c'], others: { late: ['c', 'a', 'b'] } }).stage(end);

// @ts-expect-error b needs what a adds, in the usual order
opened.fork({ ...fork, usual: ['b', 'a', 'c'], others: {} });

// @ts-expect-error b needs what a adds, in every other order
opened.fork({ ...fork, usual: ['a', 'b', 'c'], others: { late: ['c', 'b', 'a'] } });

// @ts-expect-error c is missing in one of the orders
opened.fork({ ...fork, usual: ['a', 'b', 'c'], others: { short: ['a', 'b'] } });

// @ts-expect-error there is no stage of that name
opened.fork({ ...fork, usual: ['a', 'b', 'd'], others: {} });
