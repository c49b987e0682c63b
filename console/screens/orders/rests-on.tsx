import { link } from '../../address/address.ts';
import { Guess } from '../../kit/guess.tsx';

/** The sign of the assumption that a rule rests on. */
export const RestsOn = ({ assumption }: { readonly assumption: string | undefined }) =>
  assumption === undefined ? null : (
    <Guess id={assumption}>
      <p>
        The description of the API leaves this open.{' '}
        <a href={link('reference', 'assumptions', assumption)}>{assumption}</a>
      </p>
    </Guess>
  );
