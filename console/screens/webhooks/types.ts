import type { components } from '../../../src/generated/admin-types.ts';

type Schemas = components['schemas'];

export type Receiver = Schemas['Receiver'];
export type Delivery = Schemas['Delivery'];
export type WholeDelivery = Schemas['WholeDelivery'];
export type DeliveryTry = Schemas['DeliveryTry'];
export type DeliveryRule = Schemas['DeliveryRule'];
export type SignatureCheck = Schemas['SignatureCheck'];
export type InboxMessage = Schemas['InboxMessage'];
