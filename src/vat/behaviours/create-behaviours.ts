import type { Behaviours } from '../../engine/responders/stateful.ts';
import { toBehaviours } from '../api/behaviour.ts';
import { drawSeededSecret } from '../invitations/link.ts';
import { buyerBehaviours } from './buyer-behaviours.ts';
import { complianceBehaviours } from './compliance-behaviours.ts';
import { documentBehaviours } from './document-behaviours.ts';
import { exportFileBehaviours } from './export-file-behaviours.ts';
import { createInvitationBehaviours } from './invitation-behaviours.ts';
import { invoiceBehaviours } from './invoice-behaviours.ts';
import { kycBehaviours } from './kyc-behaviours.ts';
import { orderBehaviours } from './order-behaviours.ts';
import { organizationBehaviours } from './organization-behaviours.ts';
import { paymentBehaviours } from './payment-behaviours.ts';
import { prospectBehaviours } from './prospect-behaviours.ts';
import { selfServiceBehaviours } from './self-service-behaviours.ts';
import { transportBehaviours } from './transport-behaviours.ts';
import { uploadBehaviours } from './upload-behaviours.ts';
import { viesBehaviours } from './vies-behaviours.ts';
import { type WebhookBehaviourParts, createWebhookBehaviours } from './webhook-behaviours.ts';

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
