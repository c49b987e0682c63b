import { succeed } from '../../support/workflow.ts';
import type { Stage } from './play.ts';

/** A message that came to the inbox. */
export interface Message {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  readonly signature: { readonly verdict: string };
}

const EVERYTHING = ['compliance.*', 'kyc.*', 'export_file.*', 'prospect.*', 'self_service_invitation.*', 'webhook.*'];

/** Registers an inbox of the stub that takes what is named. */
export const openInbox = async ({ mock, api }: Stage, events: readonly string[] = EVERYTHING): Promise<string> => {
  await api.call('DELETE', `${mock.url}/__admin/inbox/shop`, { as: null });
  const { body } = succeed(await api.post('/webhooks', { url: `${mock.url}/__inbox/shop`, events }));
  return String(body.id);
};

/** What came, oldest first. */
export const received = async (stage: Stage): Promise<readonly Message[]> => {
  await stage.mock.idle();
  const { body } = succeed(await stage.api.get(`${stage.mock.url}/__admin/inbox/shop`, { as: null }));
  return [...(body.messages as readonly Message[])];
};

/** The body of a delivery, as it should be. */
export interface Received {
  readonly type: string;
  readonly createdAt: unknown;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The bodies of the events of a type. */
const eventsOf = async (stage: Stage, type: string): Promise<readonly Received[]> =>
  (await received(stage)).map(({ body }) => JSON.parse(body) as Received).filter((event) => event.type === type);

/** An inbox that has just been registered, and the events of a type after something has happened. */
export const heard = async (stage: Stage, type: string, happens: (stage: Stage) => Promise<unknown>) => {
  await openInbox(stage);
  await happens(stage);
  return eventsOf(stage, type);
};
