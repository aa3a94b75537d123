// What an editor shows of a name: its declaration with types and effects, and the comment that documents it.

import { MarkupKind, type Hover } from 'vscode-languageserver/node.js';
import type { Meaning } from '../checker/meanings.js';
import { useAt, type Analysis } from './analysis.js';
import { definitionOf } from './definition.js';
import { docComment } from './doc-comments.js';
import { rangeOf } from './positions.js';
import { signatureOf } from './signatures.js';

export function hoverAt(analysis: Analysis, offset: number): Hover | undefined {
  const use = useAt(analysis, offset);
  if (use === undefined) return undefined;
  const { text } = analysis;
  const declared = definitionOf(analysis, use.meaning);
  const about =
    declared && isDocumented(use.meaning) && docComment(text, declared.line, text.slice(declared));
  const signature = `\`\`\`osprey\n${signatureOf(use.meaning)}\n\`\`\``;
  return {
    contents: {
      kind: MarkupKind.Markdown,
      value: about ? `${signature}\n\n${about}` : signature,
    },
    range: rangeOf(use.at),
  };
}

/** The comment above a line belongs to what the line declares, not to its parts. */
const isDocumented = ({ kind }: Meaning): boolean => !['constructor', 'operation', 'field'].includes(kind);
