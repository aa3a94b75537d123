// What the fuzzer has learnt of a session: handles and names that make a random request likely to reach deep.

import type { Random } from './random.js';

const kept = 40;

/** Values by the name of the property they fit. */
export class Knowledge {
  readonly #values = new Map<string, unknown[]>();

  add(name: string, value: unknown): void {
    const known = this.#values.get(name) ?? [];
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > kept) known.shift();
    this.#values.set(name, known);
  }

  /** What was handed out for a stop that is over. Now and then something stays, to be refused. */
  forgetStop(random: Random): void {
    for (const name of boundToAStop) if (!random.once(8)) this.#values.delete(name);
  }

  all(name: string): readonly unknown[] {
    return this.#values.get(name) ?? [];
  }

  /** Undefined if nothing is known. */
  pick(name: string, random: Random): unknown {
    const known = this.#values.get(name);
    return known === undefined ? undefined : random.pick(known);
  }

  /** Every id, reference and name in an answer or event, under the names that requests have for them. */
  learn(body: unknown, parent = ''): void {
    if (Array.isArray(body)) {
      for (const each of body.slice(0, kept)) this.learn(each, parent);
      return;
    }
    if (typeof body !== 'object' || body === null) return;
    for (const [key, value] of Object.entries(body)) {
      const name = namesIn[parent]?.[key] ?? sameAs[key] ?? key;
      if (typeof value === 'number' || typeof value === 'string') this.add(name, value);
      else this.learn(value, key);
    }
  }
}

const boundToAStop = ['frameId', 'variablesReference', 'targetId', 'locationReference'];

/** What an `id` or a `name` is called where it is used, by the list it came in. */
const namesIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stackFrames: { id: 'frameId' },
  threads: { id: 'threadId' },
  targets: { id: 'targetId' },
  modules: { id: 'moduleId' },
  variables: { name: 'variableName' },
};

const sameAs: Readonly<Record<string, string>> = {
  evaluateName: 'expression',
  address: 'instructionReference',
  instructionPointerReference: 'memoryReference',
  valueLocationReference: 'locationReference',
  declarationLocationReference: 'locationReference',
};
