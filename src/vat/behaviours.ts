import type { Behaviours } from '../engine/responders/stateful.ts';
import { toBehaviours, type Schemas, defineBehaviours } from './api/behaviour.ts';
import { drawSeededSecret } from './invitations/invitation.ts';
import { buyerBehaviours } from './buyers/buyer-behaviours.ts';
import { complianceBehaviours, exportFileBehaviours } from './compliance/compliance-behaviours.ts';
import { documentBehaviours, uploadBehaviours } from './documents/document-behaviours.ts';
import { createInvitationBehaviours, invitationJobs } from './invitations/invitation-behaviours.ts';
import { invoiceBehaviours, paymentBehaviours } from './orders/invoice-and-payment-behaviours.ts';
import { kycBehaviours, kycJobs } from './kyc/kyc-verification.ts';
import { orderBehaviours } from './orders/order-behaviours.ts';
import { prospectBehaviours } from './prospects/prospect.ts';
import { selfServiceBehaviours } from './invitations/self-service.ts';
import { transportBehaviours } from './transport/transport-behaviours.ts';
import { viesBehaviours, viesJobs } from './vies/run-check.ts';
import { type WebhookBehaviourParts, createWebhookBehaviours } from './webhook-endpoints/webhook-behaviours.ts';
import type { CallerOrganization } from '../engine/ports/ports.ts';
import type { JobHandlers } from '../engine/sandbox/job-handlers.ts';

/** The operations with stateful behaviours, one file per resource. Responses of all others are generated. */
export const createBehaviours = (webhooks: WebhookBehaviourParts): Behaviours =>
  toBehaviours({
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
    ...createInvitationBehaviours(drawSeededSecret),
    ...selfServiceBehaviours,
    ...prospectBehaviours,
    ...createWebhookBehaviours(webhooks),
  });

/** Discovery: what the caller's organization may do. */
const organizationBehaviours = defineBehaviours({
  getOrganization: ({ organization }) => {
    if (organization === undefined) throw new Error('GET /me has a caller');
    let body = known.get(organization);
    if (body === undefined) known.set(organization, (body = toBody(organization)));
    return { status: 200, body };
  },
});

/** Cached, so that the same object is serialized only once: otherwise GET /me is 7 % slower (Node 24, 2 cores). */
const known = new WeakMap<CallerOrganization, Schemas['Organization']>();

const toBody = ({ uuid, sellers, capabilities, rateLimitTier }: CallerOrganization): Schemas['Organization'] => ({
  organizationUuid: uuid,
  authorizedPartners: sellers.map((seller) => seller.uuid),
  capabilities: {
    allowMarketplaceLedKyc: capabilities['allowMarketplaceLedKyc'] === true,
    allowMultiVinOrders: capabilities['allowMultiVinOrders'] === true,
    allowKycDocumentDownload: capabilities['allowKycDocumentDownload'] === true,
    rateLimitTier: rateLimitTier as 'STANDARD',
  },
});

/** Handlers of the jobs on a sandbox clock, by kind. */
export const jobHandlers: JobHandlers = {
  ...invitationJobs,
  ...viesJobs,
  ...kycJobs,
};
