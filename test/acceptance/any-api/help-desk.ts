import { fileURLToPath } from 'node:url';

/** An API that has nothing to do with vehicles: the one of the tour in docs/foreign-descriptions.md. */
export const HELP_DESK = fileURLToPath(new URL('../../../docs/examples/helpdesk.yaml', import.meta.url));

export interface Ticket {
  readonly id: string;
  readonly title: string;
  readonly priority: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
