// A pause that has to wait says why: between two slices the thread looks for messages, inside one instruction it does not.

import { isAnsweredWithin } from './patience.js';

/** A slice of instructions is over in a millisecond. */
const pauseMs = 500;
const stillBusy =
  'The program is inside one instruction that takes long, such as a search in a long text, and stops when that is over. ' +
  'Ending the session ends it at once.';

/** Resolves when the thread has heard of it, or after `tell` was given the reason why it has not. */
export async function pauseInTime(asked: Promise<void>, tell: (message: string) => void): Promise<void> {
  if (await isAnsweredWithin(asked, pauseMs)) return asked;
  tell(stillBusy);
  // Should the program be ended meanwhile, the pause is void.
  asked.catch(() => undefined);
}
