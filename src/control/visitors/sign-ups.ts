import { type Counters, HOUR, countWhile } from '../../engine/rate-limiting/counters.ts';
import type { Visitor } from '../../identity/console-sessions.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ManagedSandboxes } from '../sandboxes/managed-sandboxes.ts';
import { OPERATOR, refuseVisitor } from './visitor-links.ts';

/** Visitors who come without a link: a sandbox for the work of a moment. */
export const createSignUps = ({
  isOpen,
  sandboxes,
  counters,
  perHour,
  perHourAndAddress,
}: {
  readonly isOpen: boolean;
  readonly sandboxes: Pick<ManagedSandboxes, 'create'>;
  readonly counters: Counters;
  readonly perHour: number;
  readonly perHourAndAddress: number;
}) => {
  const ofAddress = counters({ name: 'sign-ups-of-address', limit: perHourAndAddress, window: HOUR });
  const ofAll = counters({ name: 'sign-ups', limit: perHour, window: HOUR });

  return {
    /** `sender` is the network of the visitor; undefined if it is unknown. Throws 404 if the operator has not turned it on. */
    admit: async (sender: string | undefined = ''): Promise<Visitor> => {
      if (!isOpen) throw refuseVisitor('sign-up-off');
      const make = async (): Promise<Visitor> => {
        const { sandbox } = (await sandboxes.create({ name: 'Visitor', visitor: {} }, OPERATOR)).organization;
        return { kind: 'visitor', sandbox, visit: sandbox, permission: 'everything' };
      };
      const ofOne = (seconds: number) => refuseVisitor('too-many-sign-ups', { most: perHourAndAddress, seconds });
      const ofEach = (seconds: number) => refuseVisitor('sign-ups-exhausted', { seconds });
      return countWhile(ofAddress, sender, ofOne, () => countWhile(ofAll, '', ofEach, make)).catch((error: unknown) => {
        throw error instanceof Problem && error.members.status === 507
          ? refuseVisitor('no-room', { whom: 'ask the operator' })
          : error;
      });
    },
  };
};
