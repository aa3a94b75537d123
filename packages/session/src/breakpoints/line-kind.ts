// What a line of source is, as far as the spelling of comments tells: enough to say why there is no code on it.

import type { CommentSyntax } from '@sonde/language';

/** `bracket`: nothing but what opens or closes something. `text`: something that could be code. */
export type LineKind = 'blank' | 'comment' | 'bracket' | 'text';

/** The kind of each line, the first line first. */
export function lineKinds(source: string, comments: CommentSyntax = {}): readonly LineKind[] {
  const reading: Reading = { inBlock: false };
  return source.split('\n').map(line => kindOf(line, comments, reading));
}

interface Reading {
  inBlock: boolean;
}

function kindOf(line: string, { line: toEnd, block }: CommentSyntax, reading: Reading): LineKind {
  let code = '';
  let commented = false;
  for (let at = 0; at < line.length;) {
    if (reading.inBlock) {
      commented = true;
      const close = block === undefined ? -1 : line.indexOf(block[1], at);
      if (close < 0) break;
      reading.inBlock = false;
      at = close + block![1].length;
      continue;
    }
    if (toEnd !== undefined && line.startsWith(toEnd, at)) {
      commented = true;
      break;
    }
    if (block !== undefined && line.startsWith(block[0], at)) {
      reading.inBlock = true;
      at += block[0].length;
      continue;
    }
    // A text may hold what looks like a comment.
    const text = line[at] === '"' ? /^"(?:[^"\\]|\\.)*"?/.exec(line.slice(at))![0] : line[at]!;
    code += text;
    at += text.length;
  }
  const rest = code.trim();
  if (rest === '') return commented || reading.inBlock ? 'comment' : 'blank';
  return /^[\s(){}[\];,]+$/.test(rest) ? 'bracket' : 'text';
}
