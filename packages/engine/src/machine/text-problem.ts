// What is wrong with a condition or log message, in words for the one who typed it.

import { asFailure } from '../failure.js';

export function problemWith(error: unknown): string {
  // Compilers of expressions are recursive, and JavaScript's words about that help nobody.
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'it is nested too deeply.';
  return asFailure(error).text;
}
