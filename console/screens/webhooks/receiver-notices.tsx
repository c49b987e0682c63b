import { Time } from '../../kit/time.tsx';
import type { Receiver } from './types.ts';

const WHY = {
  CLIENT: 'on request',
  CONSECUTIVE_FAILURES: 'after 20 failed attempts in a row',
  CONTINUOUS_FAILURE_WINDOW: 'after 72 hours without a success',
};

/** What keeps an endpoint from being an ordinary one: paused, quarantined, or between two secrets. */
export const ReceiverNotices = ({ receiver }: { readonly receiver: Receiver }) => {
  const { paused, quarantine, previousSecretExpiresAt } = receiver;
  return (
    <>
      {paused !== null && (
        <p class="receiver-notice receiver-paused">
          Paused <Time at={paused.at} /> {WHY[paused.why]}: events are recorded, and nothing is sent. Reactivate it,
          then replay what it missed.
        </p>
      )}
      {paused === null && quarantine !== null && (
        <div class="receiver-notice receiver-quarantine">
          <p>
            <strong>
              Quarantined <Time at={quarantine.since} />.
            </strong>{' '}
            {quarantine.reason} Its other deliveries wait, so that they do not hold up those of other receivers.
          </p>
          <p>
            <strong>Until:</strong> {quarantine.until}
          </p>
        </div>
      )}
      {previousSecretExpiresAt !== null && (
        <p class="receiver-notice receiver-rotation">
          The secret was rotated. Both secrets sign until the window ends <Time at={previousSecretExpiresAt} />; then
          only the new one does.
        </p>
      )}
    </>
  );
};
