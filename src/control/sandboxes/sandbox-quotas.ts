import type { QuotaUse } from '../../engine/problems/refusals.ts';
import { CLAIMED, jobs } from '../../engine/sandbox/job.ts';
import type { OutboundSlots } from '../../engine/sandbox/outbound-task-runner.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Places } from '../../kernel/places.ts';
import type { CreatedSandboxes } from './created-sandboxes.ts';

/** A quota as the control API shows it. */
export interface ShownQuota extends QuotaUse {
  /** The time in which `used` counts, as an ISO 8601 duration; undefined for what exists at the same time. */
  readonly per?: string;
  /** What waits until there is room, where nothing is refused. */
  readonly waiting?: number;
}

/** What a sandbox has of each of its quotas, on all servers. */
export type SandboxQuotas = (owner: Organization, asker: QuotaAsker) => Promise<readonly ShownQuota[]>;

interface QuotaAsker {
  /** Whether it sees how many sandboxes the server has. */
  readonly isOperator: boolean;
  /** The control calls of the sandbox's clients, or of the visitor who asks. */
  readonly calls: () => Promise<ShownQuota>;
}

interface SandboxQuotasParts {
  readonly sandboxes: Pick<Sandboxes, 'usageOf' | 'inUse'>;
  readonly created: Pick<CreatedSandboxes, 'countLike' | 'count'>;
  readonly quota: Quota;
  readonly maxSandboxes: number;
  readonly sandboxesPerLink: number;
  /** Bytes of the snapshots of a sandbox. */
  readonly snapshotBytesOf: (sandbox: string) => Promise<number>;
  readonly places: { readonly streams: Places; readonly visitorStreams: Places; readonly longPolls: Places };
  readonly deliveries: number;
  readonly slots: Pick<OutboundSlots, 'heldBy'>;
}

export const createSandboxQuotas = (parts: SandboxQuotasParts): SandboxQuotas => {
  const { sandboxes, created, quota, places } = parts;

  const ofSandboxes = ({ sandbox }: Organization, isOperator: boolean): readonly ShownQuota[] => {
    const ofLink = created.countLike(sandbox);
    const name = 'sandboxes';
    if (ofLink !== undefined)
      return [{ name, limit: parts.sandboxesPerLink, used: ofLink, setting: '--limits sandboxes-per-link' }];
    return isOperator
      ? [{ name, limit: parts.maxSandboxes, used: created.count(), setting: '--limits max-sandboxes' }]
      : [];
  };

  /** Looking at a sandbox that nobody uses does not begin to use it. */
  const ofDeliveries = async (sandbox: Sandbox | undefined): Promise<ShownQuota> => {
    const limit = parts.deliveries;
    const setting = '--limits deliveries-per-sandbox';
    if (sandbox === undefined) return { name: 'deliveries', limit, used: 0, waiting: 0, setting };
    const { total } = await sandbox.read((reading) => reading.page(jobs, { keys: [CLAIMED], page: 0, size: 1 }));
    const used = Math.min(total, parts.slots.heldBy(sandbox.id));
    return { name: 'deliveries', limit, used, waiting: total - used, setting };
  };

  return async (owner, { isOperator, calls }) => {
    const { documents, bytes } = await sandboxes.usageOf(owner);
    const stored = bytes + (await parts.snapshotBytesOf(owner.sandbox));
    const deliveries = await ofDeliveries(sandboxes.inUse.get(owner.uuid));
    const { streams, visitorStreams, longPolls } = places;
    const ofCalls = await calls();
    const setting = '--limits streams-per-sandbox';
    return [
      ...ofSandboxes(owner, isOperator),
      { name: 'records', limit: quota.documents, used: documents, setting: '--limits sandbox-documents' },
      { name: 'bytes', limit: quota.bytes, used: stored, setting: '--limits sandbox-bytes' },
      ofCalls,
      { name: 'streams', limit: streams.limit, used: streams.usedBy(owner.uuid), setting },
      { name: 'visitor-streams', limit: visitorStreams.limit, used: visitorStreams.usedBy(owner.uuid), setting },
      {
        name: 'long-polls',
        limit: longPolls.limit,
        used: longPolls.usedBy(owner.uuid),
        setting: '--limits long-polls-per-sandbox',
      },
      deliveries,
    ];
  };
};
