import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Listeners } from './listeners.ts';

/** Notifies a listener when its webhook endpoint is paused: otherwise it would wait for deliveries in vain. */
export const notifyPauses = (
  listeners: Pick<Listeners, 'paused'>,
  sandbox: string,
  emitted: readonly EmittedEvent[],
): void => {
  for (const { type, data } of emitted)
    if (type === 'webhook.endpoint_auto_paused')
      listeners.paused(sandbox, String((data as { readonly endpointId?: unknown }).endpointId));
};
