import { expect, test } from '@jest/globals';
import type { Collection } from '../../src/engine/sandbox/collection.ts';
import { buyers } from '../../src/vat/buyers/buyer.ts';
import { documents } from '../../src/vat/documents/document.ts';
import { exportFileFacts } from '../../src/vat/export-file/export-file.ts';
import { invitations } from '../../src/vat/invitations/invitation.ts';
import { kycSubmissions } from '../../src/vat/invitations/self-service.ts';
import { kycVerifications } from '../../src/vat/kyc/kyc-verification.ts';
import { orders } from '../../src/vat/orders/order.ts';
import { prospects } from '../../src/vat/prospects/prospect.ts';
import { viesChecks } from '../../src/vat/vies/vies-check.ts';

/** Folders, snapshots and capsules hold them under these names: under another one, what a sandbox keeps is lost. */
test.each<[string, Pick<Collection<never>, 'name'>]>([
  ['buyers', buyers],
  ['documents', documents],
  ['export-file-facts', exportFileFacts],
  ['invitations', invitations],
  ['kyc-submissions', kycSubmissions],
  ['kyc-verifications', kycVerifications],
  ['orders', orders],
  ['prospects', prospects],
  ['vies-checks', viesChecks],
])('what is kept as %s is found again', (name, collection) => {
  expect(collection.name).toBe(name);
});
