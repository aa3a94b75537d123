// What a person types into any console to ask about objects: `:heap` and `:why-alive EXPRESSION`.

import { Failure } from '@sonde/engine';

export type GraphWords =
  | { readonly kind: 'heap' }
  | { readonly kind: 'why-alive'; readonly expression: string };

/** No expression of a language begins with a colon and one of these words. */
export function graphWordsIn(text: string): GraphWords | undefined {
  const [, word, rest = ''] = /^\s*:(heap|why-alive)(?:\s+(.*?))?\s*$/s.exec(text) ?? [];
  if (word === undefined) return undefined;
  if (word === 'heap') return { kind: 'heap' };
  if (rest === '')
    throw new Failure('bad-arguments', 'user', 'which value?', 'For example: :why-alive session');
  return { kind: 'why-alive', expression: rest };
}
