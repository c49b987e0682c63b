import { link } from '../../address/address.ts';
import { Time } from '../../kit/time.tsx';
import { type OrderDetail, milestoneWords } from './words.ts';

/** The seven milestones in a line, each with its time and the request that reached it. */
export const Milestones = ({ order: { milestones, cancellation } }: { readonly order: OrderDetail }) => (
  <ol class="milestones">
    {milestones.map(({ name, reached, at, requestId }) => (
      <li key={name} class={reached ? 'milestone-reached' : ''}>
        <span class="milestone-dot" aria-hidden="true" />
        <b>{milestoneWords(name)}</b>
        <span class="muted tiny">
          {!reached && (cancellation === undefined ? 'not yet' : 'never')}
          {reached && at !== null && (
            <>
              {requestId === undefined ? (
                <Time at={at} />
              ) : (
                <a href={link('traffic', requestId)}>
                  <Time at={at} />
                </a>
              )}
            </>
          )}
          {reached && at === null && 'reached'}
        </span>
      </li>
    ))}
  </ol>
);
