import { type Arrived, type Authenticated, BLANK, type Opened, type Settled } from '../exchange/exchange.ts';
import type { Answer } from '../message/answer.ts';

/**
 * A step of a request. It returns what it adds to the exchange, or ends the request with an answer (`halt`), or throws
 * a problem. `run` is a property, not a method: only then does TypeScript refuse a stage that stands too early.
 */
export interface Stage<Needs, Adds extends object> {
  readonly name: string;
  readonly run: (exchange: Needs) => Adds | Halt | Promise<Adds | Halt>;
}

/** Who called, found out after the answer stood. */
export type Recognized = Pick<Authenticated, 'caller' | 'sandbox'>;

type Settlement = Answer | Recognized | undefined;

/** A step after the answer stands; it sees every answer, problems too, and may return another in its place. */
export interface SettleStage {
  readonly name: string;
  readonly run: (exchange: Settled) => Settlement | Promise<Settlement>;
}

/** An answer before the end of the stages. */
export class Halt {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

export const halt = (answer: Answer): Halt => new Halt(answer);

export interface Pipeline<Exchange> {
  readonly stage: <Adds extends object>(stage: Stage<Exchange, Adds>) => Pipeline<Exchange & Adds>;
  /**
   * Continues with the same stages in one of several orders, which `choose` selects after the stages before it have passed;
   * in the usual one if it selects none. A pipeline has at most one fork, and it is not the first of its stages.
   */
  readonly fork: <
    Stages extends Readonly<Record<string, AnyStage>>,
    const Usual extends Order<Stages>,
    const Others extends Readonly<Record<string, Order<Stages>>>,
  >(
    fork: Fork<Exchange, Stages, Usual, Others>,
  ) => Pipeline<Passed<Exchange, Stages, Usual>>;
  readonly settle: (stage: SettleStage) => Pipeline<Exchange>;
  /** What it consists of. */
  readonly plan: Plan;
  readonly build: (refuse: Refuse) => Run;
}

/** One that gets no more stages. */
export type CompletePipeline = Pick<Pipeline<unknown>, 'plan' | 'build'>;

type Order<Stages> = readonly (keyof Stages)[];

export interface Fork<Exchange, Stages, Usual extends Order<Stages>, Others> {
  readonly choose: (exchange: Exchange) => keyof Others | undefined;
  /** By name. */
  readonly stages: Stages;
  readonly usual: Usual & Possible<Exchange, Stages, Usual, unknown>;
  readonly others: Others & {
    readonly [Name in keyof Others]: Possible<Exchange, Stages, Others[Name], Passed<Exchange, Stages, Usual>>;
  };
}

/** The exchange after these stages in this order; never if one of them needs what only a later one adds. */
type Passed<Exchange, Stages, Names> = Names extends readonly [infer Name extends keyof Stages, ...infer Rest]
  ? Stages[Name] extends Stage<infer Needs, infer Adds>
    ? Exchange extends Needs
      ? Passed<Exchange & Adds, Stages, Rest>
      : never
    : never
  : Exchange;

/** Refuses (never) an order in which a stage stands too early, or which does not add all that the usual one adds. */
type Possible<Exchange, Stages, Names, All> = [Passed<Exchange, Stages, Names>] extends [never]
  ? never
  : Passed<Exchange, Stages, Names> extends All
    ? unknown
    : never;

/** Turns whatever a stage threw into an answer; knows as much of the exchange as there was. */
export type Refuse = (thrown: unknown, exchange: Opened, endedAt: string) => Answer | Promise<Answer>;

export type Run = (arrived: Arrived) => Promise<Settled>;

type AnyStage = Stage<never, object>;

interface AnyFork {
  readonly choose: Plan['choose'];
  readonly stages: Readonly<Record<string, AnyStage>>;
  readonly usual: readonly string[];
  readonly others: Readonly<Record<string, readonly string[]>>;
}

export interface Plan {
  readonly stages: readonly AnyStage[];
  /** Index of the last stage before the fork, and the alternative lists of stages, each from its beginning. */
  readonly forksAfter: number;
  readonly choose: (exchange: never) => string | undefined;
  readonly others: ReadonlyMap<string, readonly AnyStage[]>;
  readonly settles: readonly SettleStage[];
}

const NEVER = -1;

const withStage = (plan: Plan, stage: AnyStage): Plan => ({
  ...plan,
  stages: [...plan.stages, stage],
  others: new Map([...plan.others].map(([name, stages]) => [name, [...stages, stage]])),
});

const withFork = (plan: Plan, { choose, stages, usual, others }: AnyFork): Plan => {
  if (plan.forksAfter !== NEVER) throw new Error('A pipeline has at most one fork.');
  if (plan.stages.length === 0) throw new Error('A fork needs a stage before it.');
  const named = new Map(Object.entries(stages));
  const inOrder = (names: readonly string[]): readonly AnyStage[] => [
    ...plan.stages,
    ...names.flatMap((name) => named.get(name) ?? []),
  ];
  return {
    ...plan,
    stages: inOrder(usual),
    forksAfter: plan.stages.length - 1,
    choose,
    others: new Map(Object.entries(others).map(([name, names]) => [name, inOrder(names)])),
  };
};

const compose = <Exchange>(plan: Plan): Pipeline<Exchange> => ({
  plan,
  stage: (stage) => compose(withStage(plan, stage as AnyStage)),
  fork: (fork) => compose(withFork(plan, fork as unknown as AnyFork)),
  settle: (stage) => compose({ ...plan, settles: [...plan.settles, stage] }),
  build: (refuse) => toRun(plan, refuse),
});

const toRun =
  ({ stages, forksAfter, choose, others, settles }: Plan, refuse: Refuse): Run =>
  async (arrived) => {
    // Stages see a record that they cannot change; under it one object grows, which saves a copy per stage.
    const exchange = { ...BLANK, ...arrived };
    let answer: Answer | undefined;
    let endedAt = '';
    try {
      // By number: a list that is walked by an iterator across an `await` makes an object for each of its items.
      for (let list = stages, index = 0, stage = list[0]; stage !== undefined; stage = list[++index]) {
        endedAt = stage.name;
        const step = stage.run(exchange as never);
        // Most stages answer at once; only a real promise is worth a turn of the event loop.
        const result = step instanceof Promise ? await step : step;
        if (result instanceof Halt) {
          answer = result.answer;
          break;
        }
        Object.assign(exchange, result);
        if (index === forksAfter) list = others.get(choose(exchange as never) ?? '') ?? stages;
      }
      answer ??= exchange as unknown as Answer;
    } catch (thrown) {
      const refused = refuse(thrown, exchange as unknown as Opened, endedAt);
      answer = refused instanceof Promise ? await refused : refused;
    }
    const settled = Object.assign(exchange, answer, { endedAt }) as unknown as Settled;
    for (let index = 0, stage = settles[0]; stage !== undefined; stage = settles[++index]) {
      try {
        const step = stage.run(settled);
        const result = step instanceof Promise ? await step : step;
        if (result !== undefined) Object.assign(settled, result);
      } catch (thrown) {
        const refused = refuse(thrown, settled, stage.name);
        Object.assign(settled, refused instanceof Promise ? await refused : refused);
      }
    }
    return settled;
  };

export const beginPipeline = (): Pipeline<Arrived> =>
  compose<Arrived>({ stages: [], forksAfter: NEVER, choose: () => undefined, others: new Map(), settles: [] });
