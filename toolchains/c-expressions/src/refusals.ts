// Why a text is refused: it is no C, or C beyond what expression programs say.

import { Failure } from '@sonde/engine';

/** It is C, but not of the part that is lowered: an evaluator of the engine's own may take it. */
export const notHere = (what: string): Failure =>
  new Failure('bad-expression', 'user', `${what} is beyond what can be compiled for the program.`);

/** It cannot be meant, whoever evaluates it. */
export const refused = (message: string): Failure => new Failure('bad-expression', 'user', message);
