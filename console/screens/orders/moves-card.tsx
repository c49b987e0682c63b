import type { MoveOutcome, OrderDetail, OrderMoves } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useCall } from '../../server/use-call.ts';
import { Blockers } from './blockers.tsx';
import { GoTo } from './go-to.tsx';
import { runJob, runSimulator, sendCall } from './run-move.ts';
import { decisionWords } from './words.ts';

/** What is legal for the order now, and a button for each. */
export const MovesCard = ({ order }: { readonly order: OrderDetail }) => {
  const { uuid } = order;
  const moves = useCall('/orders/{uuid}/next', { path: { uuid } }, ['state', 'clock', 'scenario']);
  return (
    <Card title="What can happen now" actions={<GoTo uuid={uuid} />}>
      <div class="stack">
        <Blockers order={order} />
        <Shown read={moves} rows={2}>
          {(value) => <AllMoves moves={value} />}
        </Shown>
      </div>
    </Card>
  );
};

/** More are shown on demand: an order of many vehicles has many moves. */
const MOST = 6;

const AllMoves = ({ moves }: { readonly moves: OrderMoves }) => {
  const { calls, simulators, clock, refused } = moves;
  const { decision } = moves.order;
  const isWhole = useSignal(false);
  if (calls.length + simulators.length === 0 && clock === null)
    return <p class="muted">Nothing: this is where the workflow ends.</p>;
  return (
    <div class="stack">
      <div class="moves">
        {calls.length > 0 && (
          <section>
            <h3>The client</h3>
            <ul>
              {(isWhole.value ? calls : calls.slice(0, MOST)).map((move) => (
                <Move
                  key={move.id}
                  decision={decision}
                  title={move.title}
                  leadsTo={move.leadsTo}
                  run={() => sendCall(move)}
                  verb="Send"
                >
                  <a class="small" href={link('reference', 'api', move.operationId)}>
                    {move.operationId}
                  </a>
                  <CopyButton text={move.curl} what={`${move.title} as curl`} />
                </Move>
              ))}
            </ul>
            {calls.length > MOST && !isWhole.value && (
              <Button
                small
                kind="quiet"
                onClick={() => {
                  isWhole.value = true;
                }}
              >
                {calls.length - MOST} more
              </Button>
            )}
          </section>
        )}
        {(simulators.length > 0 || clock !== null) && (
          <section>
            <h3>Others and the clock</h3>
            <ul>
              {clock !== null && (
                <Move
                  decision={decision}
                  title={clock.title}
                  leadsTo={clock.leadsTo}
                  run={() => runJob(clock)}
                  verb="Go there"
                />
              )}
              {simulators.map((move) => (
                <Move
                  key={move.id}
                  decision={decision}
                  title={move.title}
                  leadsTo={move.leadsTo}
                  run={() => runSimulator(move)}
                  verb="Run"
                />
              ))}
            </ul>
          </section>
        )}
      </div>
      {refused.length > 0 && <Refused of={refused} />}
    </div>
  );
};

interface MoveProps {
  /** The present one: what stays as it is needs no sign. */
  readonly decision: string | null;
  readonly title: string;
  readonly leadsTo: MoveOutcome;
  readonly verb: string;
  readonly run: () => Promise<string>;
  readonly children?: ComponentChildren;
}

const Move = ({ decision, title, leadsTo, verb, run, children }: MoveProps) => (
  <li class="move">
    <Button
      changes
      small
      label={`${verb}: ${title}`}
      onClick={async () => {
        showToast(await run());
      }}
    >
      {verb}
    </Button>
    <div>
      <div class="row">
        <span dir="auto">{title}</span>
        {leadsTo.decision !== null && leadsTo.decision !== decision && (
          <Badge tone="info">{decisionWords(leadsTo.decision)}</Badge>
        )}
      </div>
      <p class="muted small" dir="auto">
        {leadsTo.summary}
      </p>
      {children !== undefined && <div class="move-call">{children}</div>}
    </div>
  </li>
);

const Refused = ({ of }: { readonly of: OrderMoves['refused'] }) => (
  <details>
    <summary class="small muted">Not possible now, and why ({of.length})</summary>
    <ul class="moves-refused small">
      {of.map(({ operationId, title, problem, reason }) => (
        <li key={`${operationId} ${title}`}>
          <span>{title}</span>
          <span class="muted" dir="auto">
            {reason} <a href={link('reference', 'problems', problem)}>{problem}</a>
          </span>
        </li>
      ))}
    </ul>
  </details>
);
