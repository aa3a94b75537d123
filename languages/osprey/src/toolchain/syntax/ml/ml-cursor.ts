// A cursor over the tokens of the ML flavor that knows which names are bound: applications of others are one flat call.

import type { Problems } from '@sonde/native-compiler';
import { TokenCursor } from '../token-cursor.js';
import type { Token } from '../tokens.js';
import type { PatternTree } from '../tree.js';

export class MlCursor extends TokenCursor {
  readonly #scopes: Set<string>[];

  constructor(
    tokens: readonly Token[],
    problems: Problems,
    depth = 0,
    scopes: readonly Set<string>[] = [namesAtFileLevel(tokens)],
  ) {
    super(tokens, problems, depth);
    this.#scopes = [...scopes];
  }

  /** A cursor over the tokens of a hole in a string. */
  inside(tokens: readonly Token[]): MlCursor {
    return new MlCursor(tokens, this.problems, this.depth, this.#scopes);
  }

  binds(name: string): boolean {
    return this.#scopes.some(scope => scope.has(name));
  }

  bind(name: string): void {
    this.#scopes.at(-1)!.add(name);
  }

  bindPattern(pattern: PatternTree): void {
    if (pattern.kind === 'binding') this.bind(pattern.name.text);
    else if (pattern.kind === 'fields') for (const { text } of pattern.names) this.bind(text);
    else if (pattern.kind === 'list') {
      pattern.items.forEach(item => this.bindPattern(item));
      if (pattern.rest !== undefined) this.bind(pattern.rest.text);
    } else if ('parts' in pattern) pattern.parts.forEach(part => this.bindPattern(part));
  }

  /** What the items of the block that begins here bind. */
  bindAhead(): void {
    for (const name of boundNames(ahead => this.peek(ahead))) this.bind(name);
  }

  /** Names bound meanwhile are forgotten again. */
  scoped<T>(read: () => T): T {
    this.#scopes.push(new Set());
    try {
      return read();
    } finally {
      this.#scopes.pop();
    }
  }

  /** A head and `=` before the line ends: what stands here is bound. */
  atBinding(): boolean {
    if (!this.is('name')) return false;
    for (let ahead = 1, depth = 0; ; ahead++) {
      const { kind, text } = this.peek(ahead);
      if (/^(?:newline|indent|dedent|end)$/.test(kind)) return false;
      if (kind !== 'sign') continue;
      if (/^[([{]$/.test(text)) depth++;
      if (/^[)\]}]$/.test(text)) depth--;
      if (depth === 0 && text === '=') return true;
      if (depth === 0 && /^(?:=>|:=|:|\\)$/.test(text)) return false;
    }
  }
}

/** Functions may be used above the line that binds them. */
const namesAtFileLevel = (tokens: readonly Token[]): Set<string> =>
  boundNames(nth => tokens[Math.min(nth, tokens.length - 1)]!);

/** Heads of the bindings of one block, up to its end. */
function boundNames(tokenAt: (nth: number) => Token): Set<string> {
  const names = new Set<string>();
  let depth = 0;
  let head: string | undefined;
  for (let nth = 0, begins = true; ; nth++) {
    const { kind, text } = tokenAt(nth);
    if (kind === 'end') return names;
    if (kind === 'indent') depth++;
    if (kind === 'dedent' && --depth < 0) return names;
    if (depth === 0 && begins) head = kind === 'name' ? text : undefined;
    // `export` stands before a binding, `mut` too.
    begins = kind === 'newline' || (depth === 0 && begins && /^(?:export|mut)$/.test(text));
    if (kind !== 'sign') continue;
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth = Math.max(0, depth - 1);
    if (depth !== 0 || head === undefined) continue;
    if (text === '=') names.add(head);
    if (/^(?:=|=>|:=|:|\\)$/.test(text)) head = undefined;
  }
}
