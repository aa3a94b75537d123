// Tests in programs, as the interpreter runs them.

import { shortName } from '../../toolchain/syntax/token-cursor.js';
import { isResult, textOf, type ListValue, type Value } from './values.js';

/** Of a success the value alone. */
const bare = (value: Value): string => (isResult(value) && value.ok ? textOf(value.value) : textOf(value));

export class TestRun {
  #cases = 0;
  #failed = 0;
  #skipped = 0;
  #name: string | undefined;
  #broken = false;
  #runBroken = false;

  constructor(private readonly print: (line: string) => void) {}

  begin(name: string): boolean {
    if (this.#name !== undefined) {
      this.print(`# nested test '${name}' skipped: tests do not contain tests`);
      this.#broken = true;
      return false;
    }
    this.#name = name;
    this.#broken = false;
    return true;
  }

  end(verdict: Value): void {
    const said = typeof verdict === 'object' && verdict.kind === 'record' ? verdict : undefined;
    const [first] = said?.fields ?? [];
    const why = typeof first === 'string' ? first : '';
    if (said !== undefined && shortName(said.name) === 'Fail') this.#fail(`# fail: ${why}`);
    const skips = said !== undefined && shortName(said.name) === 'Skip';
    const line = `${this.#broken ? 'not ok' : 'ok'} ${++this.#cases} - ${this.#name}`;
    if (this.#broken) this.#failed++;
    else if (skips) this.#skipped++;
    this.print(skips && !this.#broken ? `${line} # SKIP ${why}` : line);
    this.#name = undefined;
  }

  check(name: string, args: readonly Value[]): void {
    const [first, second, third] = args;
    if (name === 'checkAll')
      return (second as ListValue).items.forEach((item, nth) =>
        this.#compare(`check '${textOf(first)}[${nth}]'`, 'true', bare(item)),
      );
    const wanted = /True$/.test(name) ? 'true' : /False$/.test(name) ? 'false' : undefined;
    if (name.startsWith('expect')) this.#compare('expect', wanted ?? bare(second), bare(first));
    else
      this.#compare(
        `check '${textOf(first)}'`,
        wanted ?? bare(second),
        bare(wanted === undefined ? third : second),
      );
  }

  #compare(what: string, expected: string, actual: string): void {
    if (expected !== actual) this.#fail(`# ${what} failed: expected ${expected}, got ${actual}`);
  }

  #fail(line: string): void {
    this.print(line);
    if (this.#name === undefined) this.#runBroken = true;
    else this.#broken = true;
  }

  /** Gives the exit code. */
  finish(): number {
    const passed = this.#cases - this.#failed - this.#skipped;
    this.print(`1..${this.#cases}`);
    this.print(`# tests=${this.#cases} passed=${passed} failed=${this.#failed} skipped=${this.#skipped}`);
    return this.#failed > 0 || this.#runBroken ? 1 : 0;
  }
}
