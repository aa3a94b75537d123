// Colours for Vim and Neovim, made from the tables of a language: commands of `:syntax`, run when a file of the type is shown.

import type { Notation } from '@sonde/language';

/** `:syntax keyword` reads these as its own options wherever they stand. */
const optionWords = new Set(
  'cchar conceal concealends contained containedin contains display excludenl extend fold keepend nextgroup oneline skipempty skipnl skipwhite transparent'.split(
    ' ',
  ),
);

/** The group of Vim that a kind of word is coloured as. */
const groups = { keywords: 'Keyword', types: 'Type', constants: 'Constant' } as const;

export function vimSyntax({ comments, syntax }: Notation): readonly string[] {
  const words = (Object.keys(groups) as (keyof typeof groups)[]).flatMap(kind =>
    wordCommands(`sonde${groups[kind]}`, syntax?.[kind] ?? []),
  );
  const strings = (syntax?.strings ?? []).flatMap(quote => {
    const skip = syntax?.escapes === true ? ' skip=+\\\\.+' : '';
    const holes = syntax?.interpolations?.[quote];
    const region = `syntax region sondeString start=${pattern(quote)}${skip} end=${pattern(quote)} oneline`;
    if (holes === undefined) return [region];
    const [begin, end] = holes;
    return [
      `${region} contains=sondeInterpolation`,
      // Code in a text: coloured as code is, and a quote in it does not end the text.
      `syntax region sondeInterpolation matchgroup=sondeInterpolationSign start=${pattern(begin)} end=${pattern(end)} oneline contained contains=TOP`,
    ];
  });
  const lines =
    comments?.line === undefined ? [] : [`syntax match sondeComment ${pattern(comments.line, '.*')}`];
  const blocks =
    comments?.block === undefined
      ? []
      : [`syntax region sondeComment start=${pattern(comments.block[0])} end=${pattern(comments.block[1])}`];
  return [
    'syntax clear',
    ...words,
    'syntax match sondeNumber "\\<\\d[0-9A-Fa-fxob_.]*"',
    ...strings,
    ...lines,
    ...blocks,
    ...['Keyword', 'Type', 'Constant', 'Number', 'String', 'Comment'].map(
      group => `highlight default link sonde${group} ${group}`,
    ),
    ...(syntax?.interpolations === undefined
      ? []
      : ['highlight default link sondeInterpolationSign Special']),
  ];
}

function wordCommands(group: string, words: readonly string[]): readonly string[] {
  const plain = words.filter(word => /^\w+$/.test(word) && !optionWords.has(word));
  const others = words.filter(word => !plain.includes(word));
  return [
    ...(plain.length === 0 ? [] : [`syntax keyword ${group} ${plain.join(' ')}`]),
    ...others.map(word => `syntax match ${group} ${pattern(word)}`),
  ];
}

/** A pattern that is the text itself, and then `rest`. */
const pattern = (text: string, rest = ''): string =>
  `+\\V${text.replaceAll('\\', '\\\\').replaceAll('+', '\\+')}${rest === '' ? '' : `\\m${rest}`}+`;
