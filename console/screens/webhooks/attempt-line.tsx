import type { DeliveryTry, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import { Time, toAmount, toExact } from '../../kit/time.tsx';
import { sandboxNow } from '../../server/clock.ts';
import { isSuccess, toResult, toShortResult } from './attempt-result.ts';

const HOUR = 3_600_000;

/**
 * A step for each attempt, made or planned, since the waits grow from seconds to a day: to scale, most attempts would be
 * one dot. Between the last attempt and the next one, a line moves with the clock of the sandbox.
 */
export const AttemptLine = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const steps = toSteps(delivery);
  const next = steps.findIndex(({ made }) => made === undefined);
  return (
    <figure class="attempt-line">
      <div class="attempt-steps" aria-hidden="true">
        {steps.map((step, index) => (
          <StepView
            key={index}
            step={step}
            number={index + 1}
            {...(index + 1 === next ? { next: steps[next] } : {})}
            isNext={index === next}
            isLast={index === steps.length - 1}
          />
        ))}
      </div>
      <div class="unseen">
        <StepTable steps={steps} />
      </div>
      <figcaption class="tiny muted">
        {steps.length === 0
          ? 'No attempt yet.'
          : next === -1
            ? 'One step for each attempt; below it, the time since the event.'
            : 'One step for each attempt; below it, the time since the event. Hollow: still to come, if those before it fail.'}
      </figcaption>
    </figure>
  );
};

interface Step {
  readonly at: number;
  /** Milliseconds after the event. */
  readonly after: number;
  /** Undefined while it is planned. */
  readonly made: DeliveryTry | undefined;
  /** Duplicates sent with it. */
  readonly copies: number;
}

const toSteps = ({ createdAt, tries, planned }: WholeDelivery): readonly Step[] => {
  const start = Date.parse(createdAt);
  const steps: Step[] = [];
  const add = (time: string, made?: DeliveryTry): void => {
    const at = Date.parse(time);
    steps.push({ at, after: Math.max(0, at - start), made, copies: 0 });
  };
  for (const made of tries) {
    const last = steps.at(-1);
    if (made.counts || last === undefined) add(made.at, made);
    else steps[steps.length - 1] = { ...last, copies: last.copies + 1 };
  }
  for (const at of planned) add(at);
  return steps;
};

interface StepProps {
  readonly step: Step;
  readonly number: number;
  /** The step that the sandbox waits for, if it is the one after this. */
  readonly next?: Step | undefined;
  readonly isNext: boolean;
  readonly isLast: boolean;
}

const StepView = ({ step: { at, after, made, copies }, number, next, isNext, isLast }: StepProps) => (
  <div class={`attempt-step attempt-${toState(made)}`} title={`Attempt ${String(number)}, ${toExact(at)} UTC`}>
    <span class="attempt-result">
      {made !== undefined ? toShortResult(made) : isNext && <Time at={new Date(at).toISOString()} />}
      {copies > 0 && <span class="muted"> +{copies}</span>}
    </span>
    <span class="attempt-track">
      <span class="attempt-dot">{number}</span>
      {!isLast && (
        <span class={`attempt-wait ${made !== undefined && next === undefined ? 'attempt-over' : ''}`}>
          {next !== undefined && <Waited from={at} to={next.at} />}
        </span>
      )}
    </span>
    <span class="attempt-after">{toShortAmount(after)}</span>
  </div>
);

const Waited = ({ from, to }: { readonly from: number; readonly to: number }) => {
  const share = to <= from ? 1 : Math.max(0, Math.min(1, (sandboxNow.value - from) / (to - from)));
  return <span class="attempt-waited" style={{ width: `${String(100 * share)}%` }} />;
};

/** Minutes do not matter after ten hours. */
const toShortAmount = (after: number): string =>
  after === 0 ? 'at once' : toAmount(after < 10 * HOUR ? after : after - (after % HOUR));

const toState = (made: DeliveryTry | undefined): string =>
  made === undefined ? 'planned' : isSuccess(made) ? 'good' : 'bad';

/** The same for screen readers. */
const StepTable = ({ steps }: { readonly steps: readonly Step[] }) => (
  <table>
    <caption>Attempts, made and planned</caption>
    <thead>
      <tr>
        <th scope="col">Attempt</th>
        <th scope="col">Time</th>
        <th scope="col">After the event</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      {steps.map(({ at, after, made, copies }, index) => (
        <tr key={index}>
          <th scope="row">{index + 1}</th>
          <td>{toExact(at)} UTC</td>
          <td>{after === 0 ? 'at once' : toAmount(after)}</td>
          <td>
            {made === undefined ? 'Planned' : toResult(made)}
            {copies > 0 && `, and ${String(copies)} more sent as a duplicate`}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
