// What a person types into any console to ask about objects: `:heap`, and `:why-alive` with an expression or the id of an object.

import { Failure } from '@sonde/engine';

export type GraphWords =
  | { readonly kind: 'heap' }
  | { readonly kind: 'why-alive'; readonly expression: string }
  | { readonly kind: 'why-alive'; readonly id: number };

/** No expression of a language begins with a colon and one of these words. */
export function graphWordsIn(text: string): GraphWords | undefined {
  const [, word, rest = ''] = /^\s*:(heap|why-alive)(?:\s+(.*?))?\s*$/s.exec(text) ?? [];
  if (word === undefined) return undefined;
  if (word === 'heap') return { kind: 'heap' };
  if (rest === '')
    throw new Failure(
      'bad-arguments',
      'user',
      'which value?',
      'For example: :why-alive session, or :why-alive @17',
    );
  // As every list writes it; no expression of a language is an @ before a number.
  const id = /^@(\d{1,15})$/.exec(rest)?.[1];
  if (id !== undefined) return { kind: 'why-alive', id: Number(id) };
  return { kind: 'why-alive', expression: rest };
}
