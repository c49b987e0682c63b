import { isSameJson } from '../../../kernel/canonical-json.ts';
import { parseBody } from './body-forms.ts';
import { type Cause, firstDifference } from './signature-check.ts';

/** A message in the format of a profile other than the sandbox's own. */
export const wrongProfile = (own: string, name: string): Cause => ({
  cause: 'wrong-profile',
  detail: `It is signed in the format ${name}; this sandbox signs in the format ${own}.`,
  remedy: `Verify the format ${own}, or let the sandbox sign as ${name} (assumption signature-format).`,
});

/** How a body differs from the one sent. */
export const changedBody = (sent: string, received: string): Cause => {
  const at = `The first difference is at character ${String(firstDifference(sent, received))}; ${String(Buffer.byteLength(sent))} bytes were sent, and these are ${String(Buffer.byteLength(received))}.`;
  return isSameText(sent, received)
    ? {
        cause: 'body-reserialized',
        detail: `The body has the same content as the one sent, but not the same bytes. ${at}`,
        remedy: RAW_BODY,
      }
    : {
        cause: 'body-changed',
        detail: `The body is not the one that this server sends for the event. ${at}`,
        remedy: 'If nothing between the server and the receiver may change the body, the message is forged: refuse it.',
      };
};

export const RAW_BODY =
  'Verify the raw bytes before a framework parses them (Express: express.raw, Spring: @RequestBody byte[], Flask: request.get_data()).';

const isSameText = (one: string, other: string): boolean => {
  const [a, b] = [parseBody(one), parseBody(other)];
  return a !== undefined && b !== undefined && isSameJson(a, b);
};
