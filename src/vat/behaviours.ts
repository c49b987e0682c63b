import type { SandboxBehaviours } from '../engine/responders/sandboxed.ts';
import { toSandboxBehaviours } from './behaviour.ts';
import { buyerBehaviours } from './buyers/buyer-behaviours.ts';
import { complianceBehaviours } from './compliance/compliance-behaviours.ts';
import { documentBehaviours } from './documents/document-behaviours.ts';
import { uploadBehaviours } from './documents/upload-behaviours.ts';
import { exportFileBehaviours } from './export-file/export-file-behaviours.ts';
import { createInvitationBehaviours } from './invitations/invitation-behaviours.ts';
import { drawSeededSecret } from './invitations/link.ts';
import { selfServiceBehaviours } from './invitations/self-service-behaviours.ts';
import { invoiceBehaviours } from './invoices/invoice-behaviours.ts';
import { kycBehaviours } from './kyc/kyc-behaviours.ts';
import { orderBehaviours } from './orders/order-behaviours.ts';
import { organizationBehaviours } from './organization/organization-behaviours.ts';
import { paymentBehaviours } from './payments/payment-behaviours.ts';
import { prospectBehaviours } from './prospects/prospect-behaviours.ts';
import { transportBehaviours } from './transport/transport-behaviours.ts';
import { viesBehaviours } from './vies/vies-behaviours.ts';
import { type WebhookBehaviourParts, createWebhookBehaviours } from './webhook-endpoints/webhook-behaviours.ts';

/** Who answers from state: one folder per resource. What is missing here is faked. */
export const createBehaviours = (webhooks: WebhookBehaviourParts): SandboxBehaviours =>
  toSandboxBehaviours({
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
