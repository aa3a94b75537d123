// Facts that many messages of the bridge share: told with the first message that refers to them, by number after that.

import { BadMessage, fields, integer } from './wire.js';

export class ToldFacts<Fact> {
  #facts = new Map<number, Fact>();
  /** Of before the bridge began anew: what was on its way then still refers to them. */
  #earlier: ReadonlyMap<number, Fact> = new Map();

  constructor(private readonly read: (value: unknown) => Fact) {}

  take(value: unknown): void {
    const { anew, told } = fields(value);
    if (anew === true) {
      this.#earlier = this.#facts;
      this.#facts = new Map();
    }
    for (const [number, fact] of Object.entries(fields(told)))
      this.#facts.set(Number(number), this.read(fact));
  }

  get(value: unknown): Fact {
    const number = integer(value);
    const fact = this.#facts.get(number) ?? this.#earlier.get(number);
    if (fact === undefined) throw new BadMessage(`fact ${number} was never told`);
    return fact;
  }
}
