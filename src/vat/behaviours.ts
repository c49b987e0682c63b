import type { SandboxBehaviours } from '../engine/responders/sandboxed.ts';
import { toSandboxBehaviours } from './behaviour.ts';
import { complianceBehaviours } from './compliance/compliance-behaviours.ts';
import { invoiceBehaviours } from './invoices/invoice-behaviours.ts';
import { orderBehaviours } from './orders/order-behaviours.ts';
import { organizationBehaviours } from './organization/organization-behaviours.ts';
import { paymentBehaviours } from './payments/payment-behaviours.ts';
import { transportBehaviours } from './transport/transport-behaviours.ts';

/** Who answers from state: one folder per resource. What is missing here is faked. */
export const behaviours: SandboxBehaviours = toSandboxBehaviours({
  ...organizationBehaviours,
  ...orderBehaviours,
  ...invoiceBehaviours,
  ...paymentBehaviours,
  ...transportBehaviours,
  ...complianceBehaviours,
});
