// Shown when the server does not let this browser in, or does not answer.
import type { ReactNode } from 'react';
import type { ServerError } from '../page/server-api.js';

export interface UnavailableProps {
  readonly error: ServerError | undefined;
  readonly text: string;
}

export const Unavailable = ({ error, text }: UnavailableProps): ReactNode => (
  <main className="unavailable">
    <h1>Sonde</h1>
    <p role="alert">{error?.status === 401 ? 'This browser is not signed in.' : (error?.message ?? text)}</p>
    <p>
      {error?.next ??
        (error?.status === 401
          ? 'Open the address that was printed when the server was started: it carries a token that is new at each start.'
          : 'Is the server still running? Start it again and open the address that it prints.')}
    </p>
  </main>
);
