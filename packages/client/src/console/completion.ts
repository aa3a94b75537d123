// Completions of a line: when to ask, which to offer, and what taking one makes of the line.
import type { CompletionItem } from '@sonde/dap';

export interface Offer {
  readonly item: CompletionItem;
  /** What it replaces of the line, from 0. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const mostOffers = 200;

/** After a letter of a name, or one of the characters that the language names. */
export function isWorthAsking(line: string, caret: number, triggers: readonly string[]): boolean {
  const last = line[caret - 1];
  if (last === undefined) return false;
  return (
    triggers.includes(last) ||
    /[\p{L}_$]/u.test(last) ||
    (/\p{N}/u.test(last) && /[\p{L}_$][\p{L}\p{N}_$]*$/u.test(line.slice(0, caret)))
  );
}

/** In the adapter's order, or by `sortText` where it gives one; nothing when the line is complete already. */
export function offersOf(items: readonly CompletionItem[], line: string, caret: number): readonly Offer[] {
  const sorted = items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => compare(a.item.sortText ?? '', b.item.sortText ?? '') || a.index - b.index);
  const offers = sorted.slice(0, mostOffers).map(({ item }) => offerOf(item, line, caret));
  const [first] = offers;
  return offers.length === 1 && first !== undefined && line.slice(first.from, first.to) === first.text
    ? []
    : offers;
}

function offerOf(item: CompletionItem, line: string, caret: number): Offer {
  const text = item.text ?? item.label;
  // Without a place it goes where the word begins that stands before the caret.
  const word = /[\p{L}\p{N}_$]*$/u.exec(line.slice(0, caret))?.[0].length ?? 0;
  const begin = item.start === undefined ? caret - word : item.start - 1;
  const from = Math.min(Math.max(0, begin), line.length);
  const length = item.length ?? (item.start === undefined ? word : 0);
  return { item, text, from, to: Math.min(line.length, from + length) };
}

/** The line with an offer taken, and where the caret stands then. */
export function withOffer(
  line: string,
  { item, from, to, text }: Offer,
): { readonly line: string; readonly from: number; readonly to: number } {
  const begin = from + (item.selectionStart ?? text.length);
  return {
    line: line.slice(0, from) + text + line.slice(to),
    from: begin,
    to: begin + (item.selectionStart === undefined ? 0 : (item.selectionLength ?? 0)),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
