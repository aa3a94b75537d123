// Expressions that are shown after each stop.

import type { Debuggee } from './debuggee.js';
import type { Screen } from './screen.js';
import { evaluated } from './value-text.js';
import { failureText } from '../failure-text.js';

export interface Display {
  readonly number: number;
  readonly expression: string;
}

export class DisplayList {
  #displays: Display[] = [];
  #next = 1;

  get all(): readonly Display[] {
    return this.#displays;
  }

  add(expression: string): Display {
    const display = { number: this.#next++, expression };
    this.#displays.push(display);
    return display;
  }

  /** False when there is none of that number. */
  remove(number: number): boolean {
    const before = this.#displays.length;
    this.#displays = this.#displays.filter(display => display.number !== number);
    return this.#displays.length < before;
  }

  clear(): void {
    this.#displays = [];
  }

  async show(debuggee: Debuggee, screen: Screen): Promise<void> {
    for (const display of this.#displays) await this.showOne(display, debuggee, screen);
  }

  /** One that makes no sense here says so and does not stop the others. */
  async showOne({ number, expression }: Display, debuggee: Debuggee, screen: Screen): Promise<void> {
    try {
      const frame = await debuggee.frame();
      screen.say(`${number}: ${expression} = ${(await evaluated(debuggee, expression, frame.id)).result}`);
    } catch (error) {
      screen.say(screen.style.dim(`${number}: ${expression} (${failureText(error)})`));
    }
  }
}
