import { CONSOLE_PATH } from '../address/address.ts';
import { CONSOLE_HEADERS, fetchSafely, readRefused } from './call.ts';
import { Refusal } from './refusal.ts';

/** What a visitor link opens: the answer of `POST /__console/invitation`. */
export interface Invitation {
  /** What its sender calls it. */
  readonly name: string;
  /** What the sandbox begins with; `sandbox` is one that exists. */
  readonly start: 'fixtures' | 'snapshot' | 'sandbox' | { readonly persona: string } | { readonly storyboard: string };
  readonly uses: 'once' | 'many';
  readonly copies: 'own' | 'shared';
  readonly permission: 'everything' | 'watch';
  readonly expiresAt: string;
}

/** Reads what a link opens, without using it. */
export const readInvitation = async (link: string): Promise<Invitation> => {
  const response = await fetchSafely(`${CONSOLE_PATH}/invitation`, {
    method: 'POST',
    headers: { ...CONSOLE_HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return (await response.json()) as Invitation;
};
