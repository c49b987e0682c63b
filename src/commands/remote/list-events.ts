import { loadOwnEvents } from '../../edges/files/load-own-contract.ts';

export interface KnownEvent {
  readonly type: string;
  readonly summary: string;
}

/** The events of the API, as its description tells them; no server is asked. */
export const listEvents = async (): Promise<readonly KnownEvent[]> => (await loadOwnEvents()).events;
