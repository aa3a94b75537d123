// What pages are told of each installed language: words to colour, and examples with a line worth stopping at.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '@sonde/language';
import { describe, expect, it } from 'vitest';
import { languages } from '../languages.js';

/** One that is whatever a server makes of it has neither words nor examples. */
const named = languages
  .filter(({ extensions }) => extensions.length > 0)
  .map(language => [language.name, language] as const);

const examplesOf = ({ examples, extensions }: Language): readonly string[] =>
  readdirSync(examples!)
    .filter(name => extensions.some(extension => name.endsWith(extension)))
    .map(name => readFileSync(new URL(name, examples), 'utf8'));

describe.each(named)('the words of %s', (_, language) => {
  const { keywords, types = [], constants = [], strings = [] } = language.source!.syntax!;

  it('are whole words, each of one kind', () => {
    const all = [...keywords, ...types, ...constants];
    for (const word of all) expect(word).toMatch(/^[A-Za-z_]\w*$/);
    expect(new Set(all).size).toBe(all.length);
    for (const quote of strings) expect(quote).toHaveLength(1);
  });

  it('are those that its examples are made of', () => {
    const text = examplesOf(language).join('\n');
    const used = keywords.filter(word => new RegExp(`\\b${word}\\b`).test(text));
    expect(used.length).toBeGreaterThan(5);
    expect(strings.some(quote => text.includes(quote))).toBe(true);
  });
});

describe.each(named)('the examples of %s', (_, language) => {
  it('begin with a comment that says what they show', () => {
    expect(existsSync(fileURLToPath(language.examples!))).toBe(true);
    for (const text of examplesOf(language)) expect(text).toMatch(/^(?:#!.*\n)?(?:\/\/\/?|;) \S.*\S/);
  });

  it('have a tour with one line to look at, as others have at most', () => {
    const counts = examplesOf(language).map(text => text.split('#look').length - 1);
    expect(Math.max(...counts)).toBe(1);
    const tours = readdirSync(language.examples!).filter(name => name.startsWith('tour.'));
    expect(tours).toHaveLength(1);
    expect(readFileSync(new URL(tours[0]!, language.examples), 'utf8')).toContain('#look');
  });
});
