// What a build said, so that it is not said twice: a failed one names its first error, which stands above with the others.

import { stripVTControlCharacters } from 'node:util';

export class BuildWords {
  #lines: string[] = [];

  add(text: string): void {
    this.#lines.push(...stripVTControlCharacters(text).split('\n'));
  }

  forget(): void {
    this.#lines = [];
  }

  /** A failure without what was said before it. */
  news(failure: string): string {
    const said = this.#lines.find(line => line !== '' && failure.endsWith(` ${line}`));
    return said === undefined ? failure : failure.slice(0, -said.length).trimEnd();
  }
}
