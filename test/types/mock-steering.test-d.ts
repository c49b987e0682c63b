import type { Mock } from '../../src/index.ts';

declare const mock: Mock;

void mock.createSandbox({ sellers: 2, clients: 2, dpaAccepted: false, from: { snapshot: 'ready' } });
void mock.createSandbox().then(async ({ id, token }) => mock.requests.count({}, id).then(() => token()));
void mock.changeOrganization({ capabilities: { allowMultiVinOrders: false }, rateLimitTier: 'ENTERPRISE' }, 'demo');
void mock.simulate('vies_outage', { country: 'DE' }).then(({ events }) => events.includes('kyc.vies_check_failed'));
void mock.mail().then(([first]) => first?.subject);
void mock.inbox('shop').then((inbox) => {
  inbox.answer(500, 'timeout', 200);
  return inbox.messages()[0]?.signature.verdict === 'valid';
});

// @ts-expect-error there is no such capability
void mock.changeOrganization({ capabilities: { allowEverything: true } });

// @ts-expect-error nor such a tier
void mock.createSandbox({ rateLimitTier: 'GOLD' });

// @ts-expect-error a simulator is about an order, a buyer or a country
void mock.simulate('vies_check_failed', { vin: 'WVWZZZ1JZ3W386752' });
