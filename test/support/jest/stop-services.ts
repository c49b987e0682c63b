import { stopAll } from './start-services.ts';

export default stopAll;
