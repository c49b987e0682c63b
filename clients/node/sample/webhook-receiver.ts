import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { MISTAKE } from './order-client.ts';

/** Seconds between the signature's time stamp and now. */
const TOLERANCE = 300;

const isGenuine = (secret: string, header: string, rawBody: Uint8Array, now = Date.now() / 1000): boolean => {
  if (MISTAKE === 'unsigned-webhook') return true;
  const parts = header.split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(timestamp) || Math.abs(now - Number(timestamp)) > TOLERANCE) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  return parts.some(
    ([name, value = '']) =>
      name === 'v1' && /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected),
  );
};

export interface Receiver {
  readonly server: Server;
  /** That of the webhook endpoint, which is known once it is registered. */
  secret: string;
  /** Types of the events that were accepted. */
  readonly events: string[];
}

/** Verifies the raw body before it reads it; an event that came before is answered alike and does nothing. */
export const createReceiver = (): Receiver => {
  const known = new Set<string>();
  const receiver: Receiver = {
    secret: '',
    events: [],
    server: createServer((request, response) => {
      void (async () => {
        const rawBody = await buffer(request);
        const signature = String(request.headers['x-service-signature'] ?? '');
        if (!isGenuine(receiver.secret, signature, rawBody)) {
          response.writeHead(401).end();
          return;
        }
        response.writeHead(204).end();
        const { id, type } = JSON.parse(rawBody.toString()) as { readonly id: string; readonly type: string };
        if (known.has(id)) return;
        known.add(id);
        receiver.events.push(type);
      })();
    }),
  };
  return receiver;
};
