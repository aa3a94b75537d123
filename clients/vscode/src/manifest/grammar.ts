// Grammars for colours, and what the editor knows of comments and brackets, from a language's own tables of words.

import type { Notation } from '@sonde/language';

export interface GrammarRule {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly patterns?: readonly GrammarRule[];
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly include?: string;
}

type Captures = Readonly<Record<string, { readonly name: string }>>;

export interface Grammar {
  readonly name: string;
  readonly scopeName: string;
  readonly patterns: readonly GrammarRule[];
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** Longer words first: `is not` before `is`. Words may have signs at their ends, where `\b` has no meaning. */
const oneOf = (words: readonly string[]): string => {
  const sorted = words.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).map(literal);
  return String.raw`(?<![\w$])(?:${sorted.join('|')})(?![\w$])`;
};

const wordRule = (name: string, words: readonly string[] | undefined): readonly GrammarRule[] =>
  words === undefined || words.length === 0 ? [] : [{ name, match: oneOf(words) }];

/** Code inside a text, in the colours of code. Like a text it ends with its line, should nobody close it. */
function interpolationRules(
  signs: readonly [begin: string, end: string] | undefined,
  scope: (name: string) => string,
): readonly GrammarRule[] {
  if (signs === undefined) return [];
  const [begin, end] = signs;
  const sign = (side: 'begin' | 'end'): Captures => ({
    0: { name: scope(`punctuation.definition.template-expression.${side}`) },
  });
  const code = { include: '$self' };
  // Braces in the code belong to it, and do not end it.
  const braces = { begin: literal('{'), end: String.raw`${literal('}')}|$`, patterns: [code] };
  return [
    {
      name: scope('meta.template.expression'),
      begin: literal(begin),
      end: String.raw`${literal(end)}|$`,
      beginCaptures: sign('begin'),
      endCaptures: sign('end'),
      patterns: [braces, code],
    },
  ];
}

export function grammarOf({ id, title, comments, syntax }: Notation): Grammar {
  const scope = (name: string): string => `${name}.${id}`;
  return {
    name: title,
    scopeName: `source.${id}`,
    patterns: [
      ...(comments?.block === undefined
        ? []
        : [
            {
              name: scope('comment.block'),
              begin: literal(comments.block[0]),
              end: literal(comments.block[1]),
            },
          ]),
      ...(comments?.line === undefined
        ? []
        : [{ name: scope('comment.line'), match: `${literal(comments.line)}.*$` }]),
      ...(syntax?.strings ?? []).map(quote => ({
        name: scope('string.quoted'),
        begin: literal(quote),
        // A quote that nobody closes colours its line and no more.
        end: String.raw`${literal(quote)}|$`,
        patterns: [
          ...(syntax?.escapes === true
            ? [{ name: scope('constant.character.escape'), match: String.raw`\\.` }]
            : []),
          ...interpolationRules(syntax?.interpolations?.[quote], scope),
        ],
      })),
      {
        name: scope('constant.numeric'),
        match: String.raw`(?<![\w$])(?:0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*`,
      },
      ...wordRule(scope('constant.language'), syntax?.constants),
      ...wordRule(scope('keyword.control'), syntax?.keywords),
      ...wordRule(scope('support.type'), syntax?.types),
      { name: scope('entity.name.function'), match: String.raw`[A-Za-z_][\w$]*(?=\s*\()` },
    ],
  };
}

const brackets: readonly (readonly [string, string])[] = [
  ['{', '}'],
  ['[', ']'],
  ['(', ')'],
];

/** Comments, brackets and pairs, in the form of a language configuration file. */
export function languageConfigurationOf({ comments, syntax }: Notation): object {
  const quotes = (syntax?.strings ?? []).map(quote => [quote, quote] as const);
  return {
    comments: {
      ...(comments?.line === undefined ? {} : { lineComment: comments.line }),
      ...(comments?.block === undefined ? {} : { blockComment: comments.block }),
    },
    brackets,
    autoClosingPairs: [
      ...brackets.map(([open, close]) => ({ open, close })),
      ...quotes.map(([open, close]) => ({ open, close, notIn: ['string', 'comment'] })),
    ],
    surroundingPairs: [...brackets, ...quotes],
  };
}

/** A small sheet with the first letters of the language, in a colour of its own. */
export function iconOf({ id, title }: Notation): string {
  const hue = Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 360, 7);
  const letters = title.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, 2);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">',
    `<rect x="1" y="1" width="14" height="14" rx="3" fill="hsl(${hue} 55% 42%)"/>`,
    '<text x="8" y="11.5" text-anchor="middle" font-family="sans-serif" font-size="8.5" font-weight="700" fill="#fff">',
    `${letters}</text></svg>\n`,
  ].join('');
}
