import type { ScenarioControl } from '../../../control/scenarios/scenario-control.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { SandboxScenarios } from '../../../engine/scenarios/sandbox-scenarios.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import { stringifyJson } from '../../../kernel/json.ts';
import { FileError } from '../../files/file-error.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

const ok = (value: unknown, status = 200): Reply => ({ status, headers: {}, content: jsonContent(value) });

/** The scenarios of a sandbox, in WireMock's words where they fit. */
export const steerScenarios = ({ scenarios, read }: ScenarioControl): Behaviours => {
  const own = (exchange: Validated): SandboxScenarios => scenarios.of(sandboxOf(exchange));
  const name = ({ pathParameters }: Validated): string => pathParameters['name'] ?? '';
  return {
    listScenarios: async (exchange) => ok({ data: await own(exchange).list() }),
    uploadScenario: async (exchange) => {
      const text = textOf(exchange);
      return ok(await own(exchange).upload(await refusing(() => read(text))), 201);
    },
    getScenario: async (exchange) => ok(await own(exchange).show(name(exchange))),
    deleteScenario: async (exchange) => {
      await own(exchange).remove(name(exchange));
      return { status: 204, headers: {} };
    },
    activateScenario: async (exchange) => ok(await own(exchange).activate(name(exchange))),
    deactivateScenario: async (exchange) => ok(await own(exchange).deactivate(name(exchange))),
    setScenarioState: async (exchange) => {
      const { state } = exchange.input.body as { readonly state: string };
      return ok(await own(exchange).setState(name(exchange), state));
    },
    showExpectations: async (exchange) => ok(await own(exchange).expectations(name(exchange))),
    resetScenarios: async (exchange) => ok({ data: await own(exchange).reset() }),
  };
};

/** JSON or YAML, as it was sent: places are told in the sender's own text. */
const textOf = ({ body }: Validated): string => {
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'json':
    case 'binary':
      return new TextDecoder().decode(body.bytes);
    default:
      return stringifyJson({});
  }
};

const refusing = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const [first] = error.faults;
    throw problem('validation-error', {
      detail: `The scenario is invalid: ${first?.message ?? ''}`,
      errors: error.faults.map(({ line, column, message }) => ({
        field: `${String(line)}:${String(column)}`,
        message,
        rejectedValue: null,
      })),
    });
  }
};
