import type { Delivery, DeliveryRule, DeliveryTry, InboxMessage, Receiver, SignatureCheck, WholeDelivery } from '../../../src/generated/control-schemas.ts';

