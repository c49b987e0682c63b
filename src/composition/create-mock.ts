import { createSandboxTime } from '../control/clock/sandbox-time.ts';
import { createMailboxes } from '../control/mail/mailboxes.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { openApi } from './api.ts';
import { createClosing } from './closing.ts';
import { openControlApi } from './control-api.ts';
import { openDoors, openServer } from './doors.ts';
import { createForgetting } from './forgetting.ts';
import { layGround } from './ground.ts';
import { openIdentity } from './identity.ts';
import { openControl } from './control-services.ts';
import { knowOrganizations } from './known-organizations.ts';
import { later } from './later.ts';
import type { Backstage, Mock, MockOptions, OpenedMock } from './mock.ts';
import { placeOnlookers } from './onlookers.ts';
import { openOwnScenarios } from './own-scenarios.ts';
import { openWebhooks } from './own-webhooks.ts';
import { toMock } from './programmatic-face.ts';
import { openWorld } from './world.ts';

export type { Backstage, Mock, MockOptions, OpenedMock } from './mock.ts';
export type { MockApp } from '../edges/http/mountable-app.ts';
export type { MockClock } from '../edges/programmatic/mock-clock.ts';
export type { MockDeliveries } from '../edges/programmatic/mock-deliveries.ts';
export type { MockRequests } from '../edges/programmatic/mock-requests.ts';
export type { MockScenario } from '../edges/programmatic/mock-scenario.ts';
export type { MockScenarios } from '../edges/programmatic/mock-scenarios.ts';
export type { CoverageReport } from '../engine/coaching/coverage-report.ts';
export type { Finding } from '../engine/coaching/finding.ts';
export type { Breach, ExchangeSummary, Notice } from '../engine/ports/ports.ts';

/**
 * Starts a stub server in this process, as the command line and the container do. Several servers can run side by side; they
 * share no state.
 *
 * All settings are optional: those of the command line by their names in camel case (docs/configuration.md), with port 0, a
 * free port, as the default. Durations are ISO 8601 texts (`PT30S`), sizes are bytes.
 *
 * @throws ConfigError when a setting is invalid or settings contradict each other; the message names each of them
 * @throws ContractError when the API description cannot be loaded; the message names file, line and remedy
 * @throws FileError when a scenario or fixture file is invalid; the message names file, line and remedy
 * @example
 * const mock = await createMock({ delays: 'skip' });
 * const response = await fetch(`${mock.baseUrl}/me`, {
 *   headers: { authorization: `Bearer ${await mock.token()}` },
 * });
 * await mock.close();
 */
export const createMock = async (options: MockOptions = {}): Promise<Mock> => (await openMock(options)).mock;

/**
 * The only place that wires everything together. Each line creates one part of src/composition, which may use the parts
 * above it.
 */
export const openMock = async (options: MockOptions, backstage: Backstage = {}): Promise<OpenedMock> => {
  const ground = await layGround(options, backstage);
  const { clock, after } = ground;

  // Two circular dependencies. Sandboxes notify the observers, which in turn read clocks and contents from the sandboxes.
  // Removing a sandbox removes its rate budgets, which the API counts.
  const sandboxes = later<Sandboxes>('the sandboxes');
  const budgets = later<Engine>('the API');

  const known = knowOrganizations(ground, { sandboxes });
  const onlookers = placeOnlookers(ground, { known, sandboxes });
  const time = createSandboxTime({ sandboxes: sandboxes.get, wall: clock, after });
  const scenarios = await openOwnScenarios(ground, { known, onlookers, time });
  const webhooks = await openWebhooks(ground, { known, onlookers, scenarios, sandboxes });
  const mailbox = createMailboxes();
  const forgetting = createForgetting({ known, onlookers, mailbox, webhooks, api: budgets });
  const world = await openWorld(ground, { known, onlookers, scenarios, webhooks, forgetting });
  sandboxes.isMade(world.sandboxes);

  const identity = openIdentity(ground, { known, world });
  const api = openApi(ground, { known, onlookers, scenarios, webhooks, mailbox, world, identity });
  budgets.isMade(api);

  const control = openControl(ground, { known, onlookers, time, scenarios, webhooks, mailbox, forgetting, world });
  const closing = createClosing({ onlookers, scenarios, webhooks, world });
  const controlApi = openControlApi(ground, { known, onlookers, world, control, identity, closing });

  const handle = openDoors(ground, { onlookers, webhooks, identity, api, controlApi });
  const server = await openServer(ground, { handle, closing });
  const rooms = { known, onlookers, scenarios, world, control, identity, closing };
  const mock = await toMock(ground, { ...rooms, api, handle, server });
  return { mock, handle, place: control.place };
};
