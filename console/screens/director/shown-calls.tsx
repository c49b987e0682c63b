import type { ShownCall, ShownMessageOfCall, ShownProof } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { Badge, HttpStatus } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';


/** The real calls of a step with request and answer, and what was checked after them. */
export const ShownCalls = ({ calls, proof }: { readonly calls: readonly ShownCall[]; readonly proof: readonly ShownProof[] }) => (
  <Card
    title="What was really done"
    actions={<span class="small muted">{calls.length === 1 ? '1 call' : `${String(calls.length)} calls`}</span>}
  >
    {calls.length === 0 && proof.length === 0 && (
      <EmptyState title="Nothing is called in this step">
        <p class="small">It is for looking and talking.</p>
      </EmptyState>
    )}
    <ul class="shown-calls">
      {calls.map((call, index) => (
        <li key={index}>
          <OneCall call={call} isOpen={index === calls.length - 1} />
        </li>
      ))}
    </ul>
    {proof.length > 0 && (
      <ul class="shown-proof" aria-label="Proof">
        {proof.map(({ title, holds, expected, actual }, index) => (
          <li key={index}>
            <Badge tone={holds === true ? 'ok' : holds === false ? 'bad' : 'quiet'}>
              {holds === true ? 'Holds' : holds === false ? 'Fails' : 'Not checked'}
            </Badge>
            <span>
              {title}
              {holds === false && (
                <small class="muted">
                  {' '}
                  Expected {expected}, got {actual}.
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const OneCall = ({ call, isOpen }: { readonly call: ShownCall; readonly isOpen: boolean }) => (
  <details open={isOpen}>
    <summary>
      {call.status === null ? <Badge tone="bad">No answer</Badge> : <HttpStatus status={call.status} />}
      <b>{call.title}</b>
      <code class="clip">
        {call.method} {call.path}
      </code>
    </summary>
    <div class="shown-messages">
      <Side title="Request" message={call.request} first={`${call.method} ${call.path}`} />
      <Side
        title="Answer"
        message={call.response}
        first={
          call.status === null
            ? `The answer was lost: ${call.fault ?? 'no answer'}`
            : `${String(call.status)} ${call.operationId}`
        }
      />
    </div>
    {call.requestId !== null && (
      <a class="small" href={link('traffic', call.requestId)} target="_blank" rel="noreferrer">
        In the traffic
      </a>
    )}
  </details>
);

const Side = ({
  title,
  first,
  message,
}: {
  readonly title: string;
  readonly first: string;
  readonly message: ShownMessageOfCall;
}) => (
  <div>
    <h3 class="small">{title}</h3>
    <CodeBlock text={toText(first, message)} what={`the ${title.toLowerCase()}`} />
  </div>
);

const toText = (first: string, { headers, body, bytes }: ShownMessageOfCall): string => {
  const head = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
  if (bytes === 0) return head;
  return `${head}\n\n${body === null || body === undefined ? `(${String(bytes)} bytes)` : JSON.stringify(body, null, 2)}`;
};
