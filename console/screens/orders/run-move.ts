import type { MoveOutcome, OrderMoves } from '../../../src/generated/control-schemas.ts';
import { firstClient, sendAsClient } from '../../server/api-request.ts';
import { call } from '../../server/call.ts';
import { Refusal } from '../../server/refusal.ts';


/** Sends the call as it is offered; a refusal is the API's. Returns what happened, in words. */
export const sendCall = async ({
  method,
  path,
  headers,
  body,
  upload,
  title,
}: OrderMoves['calls'][number]): Promise<string> => {
  const response = await sendAsClient({
    method,
    path,
    headers: upload === null ? headers : withoutType(headers),
    body: upload === null ? (body === null ? undefined : JSON.stringify(body)) : toForm(upload),
    clientId: await firstClient(),
  });
  if (response.status >= 400) throw new Refusal(toRefused(response.status, response.body));
  return `${title}: ${String(response.status)}.`;
};

export const runSimulator = async ({ name, title, call: { body } }: OrderMoves['simulators'][number]): Promise<string> => {
  await call('POST', '/simulators/{name}/run', { path: { name }, body });
  return `${title}: done.`;
};

export const runJob = async ({ by, title }: NonNullable<OrderMoves['clock']>): Promise<string> => {
  await call('POST', '/clock/advance', { body: { by } });
  return `${title}: done.`;
};

/** The browser writes the type of a multipart body, with its boundary. */
const withoutType = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-type'));

const toForm = ({ fields, file }: NonNullable<OrderMoves['calls'][number]['upload']>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  form.set(file.field, new File([bytes], file.fileName, { type: file.contentType }));
  return form;
};

const toRefused = (status: number, body: string): { title: string; detail: string; status: number } => {
  try {
    const { title, detail } = JSON.parse(body) as { title?: string; detail?: string };
    return { title: title ?? `Response ${String(status)}`, detail: detail ?? '', status };
  } catch {
    return { title: `Response ${String(status)}`, detail: body.slice(0, 200), status };
  }
};
