import { toBehaviours, type Schemas, defineBehaviours } from './api/behaviour.ts';
import {
  createInvitationBehaviours,
  drawSeededSecret,
  invitationJobs,
  selfServiceBehaviours,
} from './invitations/invitation.ts';
import { buyerBehaviours } from './buyers/buyer-behaviours.ts';
import { complianceBehaviours, exportFileBehaviours } from './compliance/compliance-behaviours.ts';
import { documentBehaviours, uploadBehaviours } from './documents/document-behaviours.ts';
import { invoiceBehaviours, orderBehaviours, paymentBehaviours } from './orders/order-behaviours.ts';
import { kycBehaviours, kycJobs } from './kyc/kyc-verification.ts';
import { prospectBehaviours } from './prospects/prospect.ts';
import { transportBehaviours } from './transport/transport.ts';
import { viesBehaviours, viesJobs } from './vies/run-check.ts';
import { type WebhookBehaviourParts, createWebhookBehaviours } from './webhook-endpoints/endpoints.ts';
import type { CallerOrganization, FilePart, JobHandlers, UnitOfWork } from '../engine/sdk.ts';
import { memoize } from '../kernel/caches.ts';

/** Discovery: what the caller's organization may do. */
const organizationBehaviours = defineBehaviours({
  getOrganization: ({ organization }) => {
    if (organization === undefined) throw new Error('GET /me has a caller');
    return { status: 200, body: toBody(organization) };
  },
});

/** Cached, so that the same object is serialized only once: otherwise GET /me is 7 % slower (Node 24, 2 cores). */
const toBody = memoize(
  ({ uuid, sellers, capabilities, rateLimitTier }: CallerOrganization): Schemas['Organization'] => ({
    organizationUuid: uuid,
    authorizedPartners: sellers.map((seller) => seller.uuid),
    capabilities: {
      allowMarketplaceLedKyc: capabilities['allowMarketplaceLedKyc'] === true,
      allowMultiVinOrders: capabilities['allowMultiVinOrders'] === true,
      allowKycDocumentDownload: capabilities['allowKycDocumentDownload'] === true,
      rateLimitTier: rateLimitTier as 'STANDARD',
    },
  }),
);

const behaviours = {
  ...organizationBehaviours,
  ...buyerBehaviours,
  ...viesBehaviours,
  ...kycBehaviours,
  ...orderBehaviours,
  ...invoiceBehaviours,
  ...paymentBehaviours,
  ...transportBehaviours,
  ...complianceBehaviours,
  ...uploadBehaviours,
  ...documentBehaviours,
  ...exportFileBehaviours,
  ...selfServiceBehaviours,
  ...prospectBehaviours,
};

/** The operations with stateful behaviours, one file per resource. Responses of all others are generated. */
export const createBehaviours = (webhooks: WebhookBehaviourParts) =>
  toBehaviours({
    ...behaviours,
    ...createInvitationBehaviours(drawSeededSecret),
    ...createWebhookBehaviours(webhooks),
  });

/**
 * Calls an operation as a client of the organization would, within a unit of work and without HTTP: what the API refuses is
 * refused here, too.
 */
export const callOperation = (
  work: UnitOfWork,
  { organization }: { readonly organization: CallerOrganization },
  id: string,
  call: {
    readonly seller: string;
    readonly path?: object;
    readonly body: unknown;
    readonly files?: readonly FilePart[];
  },
): unknown => {
  const behaviour = (behaviours as Readonly<Record<string, (request: unknown) => unknown>>)[id];
  if (behaviour === undefined) throw new Error(`no operation is called ${id}`);
  return behaviour({
    path: undefined,
    query: undefined,
    header: undefined,
    files: [],
    ...call,
    caller: undefined,
    organization,
    origin: '',
    // Of a sandbox that is still being created, only the name exists.
    sandbox: { id: organization.sandbox },
    work,
    checkVersion: () => undefined,
  });
};

/** Handlers of the jobs on a sandbox clock, by kind. */
export const jobHandlers: JobHandlers = {
  ...invitationJobs,
  ...viesJobs,
  ...kycJobs,
};
