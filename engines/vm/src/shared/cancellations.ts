// Questions that nobody waits for any more, by their numbers, where both threads can see them at once.
//
// A message would wait behind the very evaluation that it is to end. A number has one word of few to be in, so that one
// may push out another that is as many questions older: that one is merely answered in vain.

export const cancellationWords = 64;

export class Cancellations {
  constructor(private readonly words: Int32Array) {}

  /** The question of this number need not be answered. */
  add(question: number): void {
    Atomics.store(this.words, question % cancellationWords, question | 0);
  }

  has(question: number): boolean {
    return Atomics.load(this.words, question % cancellationWords) === (question | 0);
  }
}
