// Leaves part of the stack unused, so that a second run of a program that overflowed it has room to stop before that.

/** Words that one call takes; V8 takes no more arguments than this everywhere. */
const filler: readonly undefined[] = Array.from({ length: 60_000 }, () => undefined);
const bytesPerWord = 8;

/**
 * Runs `work` with so many bytes less of the stack. The arguments of a call lie on it, whatever V8 makes of the function,
 * which cannot be said of recursion.
 */
export function withReserve<Result>(bytes: number, work: () => Result): Result {
  if (bytes <= 0) return work();
  const inner = (): Result => withReserve(bytes - filler.length * bytesPerWord, work);
  return Reflect.apply(inner, undefined, filler) as Result;
}
