// Whether a place is the same for editors and for debuggers: [DEBUGGER-SOURCE-MAP], column + 1.

import { analyse } from '../language-server/analysis.js';
import { outlineOf } from '../language-server/outline.js';

/** Tabs, emoji and combining characters before names that both have to find. */
export const placesProgram = `fn count(n: int) -> int = n
fn pick(s: string) -> int = match s {
\t"😀e\u0301" => 1  "𝒳" => count(3)
\t_ => 0
}
let first = "😀e\u0301" let second = pick("𝒳")
print(second)
`;

/** Places of statements and functions as the language server has them that the debug information does not have. */
export function strayPlaces(name: string, text: string, ir: string): readonly string[] {
  return outlineOf(analyse(name, text)).flatMap(({ name: symbol, range, selectionRange, detail = '' }) => {
    const { line, character } = detail.startsWith('fn ') ? selectionRange.start : range.start;
    const told = detail.startsWith('fn ')
      ? ir.includes(`!DISubprogram(name: "${symbol}"`) &&
        new RegExp(`!DISubprogram\\(name: "${symbol}",.* line: ${line + 1},`).test(ir)
      : ir.includes(`!DILocation(line: ${line + 1}, column: ${character + 1}, `);
    return told ? [] : [`${symbol} at ${line + 1}:${character + 1}`];
  });
}
