import '../../kit/every-screen.ts';
import { address, parameter } from '../../address/address.ts';
import { OneScenario } from './one-scenario.tsx';
import { ScenarioEditor } from './scenario-editor.tsx';
import { ScenarioLibrary } from './scenario-library.tsx';

const view = parameter('view');

export default () => {
  const name = address.value.segments[1];
  if (view.value === 'edit') return <ScenarioEditor key={name ?? ''} {...(name === undefined ? {} : { name })} />;
  return name === undefined ? <ScenarioLibrary /> : <OneScenario key={name} name={name} />;
};
