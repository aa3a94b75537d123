// The comment that documents a declaration: lines of `///` above it, or `(** … *)` in the layout flavor.

import type { SourceText } from '@sonde/native-compiler';

/** `line` is that of the declaration. A signature line of the layout flavor may stand between it and its comment. */
export function docComment(text: SourceText, line: number, name: string): string | undefined {
  let above = line - 1;
  if (new RegExp(`^\\s*${escaped(name)}\\b[^=]*:(?!=)`).test(text.line(above))) above--;
  const lines: string[] = [];
  for (; above > 0; above--) {
    const found = /^\s*\/\/\/(?!\/) ?(.*)$/.exec(text.line(above));
    if (found === null) break;
    lines.unshift(found[1]!);
  }
  if (lines.length > 0) return lines.join('\n');
  return blockComment(text, above);
}

function blockComment(text: SourceText, last: number): string | undefined {
  if (last < 1 || !/\*\)\s*$/.test(text.line(last))) return undefined;
  const lines: string[] = [];
  for (let line = last; line > 0; line--) {
    lines.unshift(text.line(line));
    const found = /\(\*\*(?!\))([\s\S]*)\*\)\s*$/.exec(lines.join('\n'));
    if (found !== null) return found[1]!.replace(/^[ \t]*\*? ?/gm, '').trim();
    if (line < last && /\*\)\s*$/.test(text.line(line))) return undefined;
  }
  return undefined;
}

const escaped = (name: string): string => name.replace(/[$^.*+?()[\]{}|\\]/g, '\\$&');
