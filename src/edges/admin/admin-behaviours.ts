import { jsonContent } from '../../kernel/http.ts';
import type { Behaviours } from '../../engine/responders/stateful.ts';

/** What the control API reads from the server around it. */
export interface ServerState {
  readonly version: string;
  readonly isDraining: () => boolean;
}

export const createAdminBehaviours = ({ version, isDraining }: ServerState): Behaviours => ({
  getHealth: () => ({ status: 200, headers: {}, content: jsonContent({ status: 'UP', version }) }),
  getReadiness: () =>
    isDraining()
      ? { status: 503, headers: {}, content: jsonContent({ status: 'DRAINING' }) }
      : { status: 200, headers: {}, content: jsonContent({ status: 'READY' }) },
});
