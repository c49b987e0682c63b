import type { components } from '../../../src/generated/admin-types.ts';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';

export interface ChangeServerProps {
  readonly server: components['schemas']['Replica'];
  /** Nobody would take requests without it. */
  readonly isLast: boolean;
  readonly again: () => void;
}

/** Drains a server, stops it, or lets it serve again. */
export const ChangeServer = ({ server: { id, host, state, stops, load }, isLast, again }: ChangeServerProps) => {
  // Another version, or one that does not listen.
  if (state === 'SILENT' || load === null) return null;
  const name = host ?? id.slice(0, 8);
  const drain = async (stop: boolean): Promise<void> => {
    const isSure = await ask({
      title: `${stop ? 'Drain and stop' : 'Drain'} ${name}?`,
      text: `${isLast ? 'No other server takes requests now. ' : ''}It takes no new work, and what is in progress ends; clients come back to another server. ${
        stop ? 'Then its process ends, which restarts it if something starts it again.' : 'You can let it serve again.'
      }`,
      verb: stop ? 'Drain and stop it' : 'Drain it',
      danger: stop || isLast,
    });
    if (!isSure) return;
    await call('POST', '/replicas/{id}/drain', { path: { id }, body: { stop } });
    showToast(`${name} drains.`);
    again();
  };
  const resume = async (): Promise<void> => {
    await call('POST', '/replicas/{id}/resume', { path: { id } });
    showToast(`${name} serves again.`);
    again();
  };
  return (
    <span class="row">
      {state === 'SERVING' ? (
        <Button changes small label={`Drain ${name}`} onClick={() => drain(false)}>
          Drain
        </Button>
      ) : (
        <Button changes small label={`Let ${name} serve again`} onClick={resume}>
          Serve again
        </Button>
      )}
      {!stops && (
        <Button changes small kind="danger" label={`Stop ${name}`} onClick={() => drain(true)}>
          Stop
        </Button>
      )}
    </span>
  );
};
