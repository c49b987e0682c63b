import { CopyButton } from '../../kit/copy-button.tsx';

/** A value to be copied, such as a secret that is shown once. */
export const Copied = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span class="row copied">
    <code>{text}</code>
    <CopyButton text={text} what={what} />
  </span>
);
