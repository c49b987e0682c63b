import '@preact/signals';
import { render } from 'preact';

render(<h1>vatmock</h1>, document.body);
