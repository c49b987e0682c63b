import { address } from '../../address/address.ts';
import { OneStoryboard } from './one-storyboard.tsx';
import { StoryboardEditor } from './storyboard-editor.tsx';
import { StoryboardList } from './storyboard-list.tsx';

export default () => {
  const { segments, query } = address.value;
  const [, name] = segments;
  if (query.get('view') === 'edit') return <StoryboardEditor key={name} {...(name === undefined ? {} : { name })} />;
  return name === undefined ? <StoryboardList /> : <OneStoryboard name={name} />;
};
