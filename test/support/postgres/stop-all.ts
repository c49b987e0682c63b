import { stopAll } from './start-once.ts';

export default stopAll;
