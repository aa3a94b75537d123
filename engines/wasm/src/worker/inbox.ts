// Questions that wait to be answered, and lines of input that wait to be read.

import { asFailure } from '@sonde/engine';
import type { Question, ToWorker } from '../messages.js';
import type { Mailbox } from './mailbox.js';

export type NumberedQuestion = Extract<ToWorker, { tell: 'question' }>;

export class Inbox {
  readonly #questions: NumberedQuestion[] = [];
  readonly #input: (string | undefined)[] = [];

  constructor(private readonly mailbox: Mailbox) {}

  receive(): void {
    this.mailbox.receive(message => {
      if (message.tell === 'question') this.#questions.push(message);
      else this.#input.push(message.text);
    });
  }

  get hasQuestions(): boolean {
    this.receive();
    return this.#questions.length > 0;
  }

  next(): NumberedQuestion | undefined {
    this.receive();
    return this.#questions.shift();
  }

  /** Sleeps until there is one. */
  wait(): NumberedQuestion {
    for (;;) {
      const next = this.next();
      if (next !== undefined) return next;
      this.mailbox.sleep();
    }
  }

  /** Answers with what `work` gives, or with the Failure that it throws: false. */
  answer({ number, question }: NumberedQuestion, work: (question: Question) => unknown): boolean {
    try {
      this.mailbox.say({ say: 'answer', number, value: work(question) });
      return true;
    } catch (error) {
      const { code, blame, message, next } = asFailure(error);
      const failure = { code, blame, message, ...(next === undefined ? {} : { next }) };
      this.mailbox.say({ say: 'refusal', number, failure });
      return false;
    }
  }

  get hasInput(): boolean {
    return this.#input.length > 0;
  }

  /** The end of the input stays at its end. */
  takeInput(): string | undefined {
    return this.#input[0] === undefined ? undefined : this.#input.shift();
  }
}
