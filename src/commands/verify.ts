import type { components } from '../generated/admin-types.ts';
import type { Input } from './command-line/input.ts';
import { RemoteError } from './remote/remote-error.ts';
import { createServerAccess } from './remote/server-access.ts';
import { readServerFlags } from './remote/server-flags.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { printable } from './terminal/printable.ts';
import type { Terminal } from './terminal/terminal.ts';
import { readMessage } from './verify/read-message.ts';

type SignatureCheck = components['schemas']['SignatureCheck'];

/** Prints whether a webhook delivery is genuine, and if not, why. */
export const verify = async (input: Input, terminal: Terminal): Promise<number> => {
  const wish = { secret: 'secret', webhookId: 'webhook', deliveryId: 'delivery', at: 'at' };
  const body = {
    ...(await readMessage(input)),
    ...Object.fromEntries(
      Object.entries(wish).flatMap(([member, flag]) => {
        const value = input.text(flag);
        return value === undefined ? [] : [[member, value]];
      }),
    ),
  };
  const server = createServerAccess(readServerFlags(input));
  try {
    const answer = await server.call('POST', '/webhooks/verify', { body });
    const check = (await answer.body.json()) as SignatureCheck;
    if (input.isSet('json')) terminal.print(JSON.stringify(check, undefined, 2));
    else for (const line of formatCheck(check)) terminal.print(printable(line));
    return check.genuine ? EXIT.ok : EXIT.failed;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    terminal.complain(`vatmock: ${error.message}`);
    return EXIT.failed;
  } finally {
    await server.close();
  }
};

/** One symbol and one word per result, so that neither colour nor position carries meaning. */
const toMark = (passed: boolean | null): string => (passed === null ? '=' : passed ? '+ passed' : 'x failed');

const formatCheck = ({ genuine, steps, causes }: SignatureCheck): readonly string[] => {
  const width = Math.max(...steps.map(({ step }) => step.length));
  return [
    genuine ? 'Genuine: a correct receiver accepts it.' : 'Not genuine: a correct receiver refuses it.',
    '',
    ...steps.map(({ step, passed, detail }) => `${toMark(passed).padEnd(8)}  ${step.padEnd(width)}  ${detail}`),
    ...causes.flatMap(({ cause, detail, remedy }) => ['', `Cause: ${cause}. ${detail}`, `Remedy: ${remedy}`]),
  ];
};
