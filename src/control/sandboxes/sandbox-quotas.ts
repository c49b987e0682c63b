import { CLAIMED, jobs } from '../../engine/sandbox/job.ts';
import type { OutboundSlots } from '../../engine/sandbox/outbound-task-runner.ts';
import type { Quota } from '../../engine/sandbox/quota.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { WholeSandbox } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Places } from '../../kernel/places.ts';
import type { CreatedSandboxes } from './created-sandboxes.ts';

/** A quota as the control API shows it. */
type ShownQuota = NonNullable<WholeSandbox['quotas']>[number];

/** What a sandbox has of each of its quotas, on all servers. */
export const createSandboxQuotas = (parts: {
  readonly sandboxes: Sandboxes;
  readonly created: CreatedSandboxes;
  readonly quota: Quota;
  readonly maxSandboxes: number;
  readonly sandboxesPerLink: number;
  /** Bytes of the snapshots of a sandbox. */
  readonly snapshotBytesOf: (owner: Organization) => Promise<number>;
  readonly places: { readonly streams: Places; readonly visitorStreams: Places; readonly longPolls: Places };
  readonly deliveries: number;
  readonly slots: OutboundSlots;
}) => {
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

  return async (
    owner: Organization,
    {
      isOperator,
      calls,
    }: {
      /** Whether it sees how many sandboxes the server has. */
      readonly isOperator: boolean;
      /** The control calls of the sandbox's clients, or of the visitor who asks. */
      readonly calls: () => Promise<ShownQuota>;
    },
  ): Promise<readonly ShownQuota[]> => {
    const { documents, bytes } = await sandboxes.usageOf(owner);
    const stored = bytes + (await parts.snapshotBytesOf(owner));
    const deliveries = await ofDeliveries(sandboxes.inUse.get(owner.uuid));
    const ofPlaces = (name: ShownQuota['name'], { limit, usedBy }: Places, setting: string): ShownQuota => ({
      name,
      limit,
      used: usedBy(owner.uuid),
      setting: `--limits ${setting}-per-sandbox`,
    });
    return [
      ...ofSandboxes(owner, isOperator),
      { name: 'records', limit: quota.documents, used: documents, setting: '--limits sandbox-documents' },
      { name: 'bytes', limit: quota.bytes, used: stored, setting: '--limits sandbox-bytes' },
      await calls(),
      ofPlaces('streams', places.streams, 'streams'),
      ofPlaces('visitor-streams', places.visitorStreams, 'streams'),
      ofPlaces('long-polls', places.longPolls, 'long-polls'),
      deliveries,
    ];
  };
};
