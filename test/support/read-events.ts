import type { Mock } from '../../src/index.ts';
import type { ApiClient } from './api-client.ts';

export interface SeenEvent {
  readonly type: string;
  readonly seller: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events that a client's sandbox has caused, oldest first, from the control API. */
export const readEvents = async (mock: Mock, api: ApiClient, as = 'api-client-demo'): Promise<readonly SeenEvent[]> => {
  const { body } = await api.get(`${mock.url}/__admin/events?limit=1000`, { as });
  return (body.data as SeenEvent[]).toReversed();
};

/** Those that concern one resource. */
export const eventsAbout = (events: readonly SeenEvent[], uuid: string): readonly SeenEvent[] =>
  events.filter(({ data }) => Object.values(data).includes(uuid));

export const typesOf = (events: readonly SeenEvent[]): string[] => events.map(({ type }) => type);
