import { type Answer, type Arrived, type Authenticated, BLANK, type Opened, type Settled } from './exchange.ts';

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
  readonly settle: (stage: SettleStage) => Pipeline<Exchange>;
  readonly build: (refuse: Refuse) => Run;
}

/** Turns whatever a stage threw into an answer; knows as much of the exchange as there was. */
export type Refuse = (thrown: unknown, exchange: Opened, endedAt: string) => Answer | Promise<Answer>;

export type Run = (arrived: Arrived) => Promise<Settled>;

type AnyStage = Stage<never, object>;

const compose = <Exchange>(stages: readonly AnyStage[], settles: readonly SettleStage[]): Pipeline<Exchange> => ({
  stage: (stage) => compose([...stages, stage as AnyStage], settles),
  settle: (stage) => compose(stages, [...settles, stage]),
  build: (refuse) => async (arrived) => {
    // Stages see a record that they cannot change; under it one object grows, which saves a copy per stage.
    const exchange = { ...BLANK, ...arrived };
    let answer: Answer | undefined;
    let endedAt = '';
    try {
      // By number: a list that is walked by an iterator across an `await` makes an object for each of its items.
      for (let index = 0, stage = stages[0]; stage !== undefined; stage = stages[++index]) {
        endedAt = stage.name;
        const step = stage.run(exchange as never);
        // Most stages answer at once; only a real promise is worth a turn of the event loop.
        const result = step instanceof Promise ? await step : step;
        if (result instanceof Halt) {
          answer = result.answer;
          break;
        }
        Object.assign(exchange, result);
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
  },
});

export const beginPipeline = (): Pipeline<Arrived> => compose<Arrived>([], []);
