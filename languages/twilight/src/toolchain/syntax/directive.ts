// The first line of a file may say in which syntax mode it is written: `#![syntax = "solidity"]`.

import type { Problems, SourceText } from '@sonde/front-end';
import type { SyntaxMode } from './tree.js';

/** White space and comments may stand before it; a semicolon may stand behind it. */
const directive =
  /^(?:\uFEFF|\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*#\s*!\s*\[\s*syntax\s*=\s*"([^"\n]*)"\s*\](?:[ \t]*;)?/;

const modes = new Map<string, SyntaxMode>([
  ['twilight-native', 'twilight-native'],
  ['native', 'twilight-native'],
  ['solidity', 'solidity'],
]);

export interface Directive {
  readonly mode: SyntaxMode;
  /** Where the program begins. */
  readonly end: number;
}

export function readDirective(source: SourceText, problems: Problems): Directive {
  const found = directive.exec(source.text);
  if (found === null) return { mode: 'twilight-native', end: 0 };
  const name = found[1]!;
  const mode = modes.get(name);
  if (mode === undefined) {
    const start = found[0].lastIndexOf(`"${name}"`);
    problems.error(
      source.span(start, start + name.length + 2),
      `there is no syntax mode "${name}"`,
      'Write "twilight-native" or "solidity".',
    );
  }
  return { mode: mode ?? 'twilight-native', end: found[0].length };
}
