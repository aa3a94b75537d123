import { describe, expect, it } from 'vitest';
import {
  codeAddress,
  frameId,
  moduleId,
  TypeTable,
  type CodeUnit,
  type Engine,
  type Frame,
} from '@sonde/engine';
import type { Language, Recognition } from '@sonde/language';
import { FrameLanguages } from './frame-languages.js';

const asked: string[] = [];

const engine = {
  types: new TypeTable(),
  process: { name: 'p', pointerSize: 8, isLocal: true },
  definesSymbols: (_: unknown, names: readonly string[]) => {
    asked.push(...names);
    return Promise.resolve(names.map(name => name === 'rt_begin'));
  },
} as unknown as Engine;

const language = (id: string, extensions: readonly string[], recognises?: Recognition): Language =>
  ({
    id,
    extensions,
    ...(recognises === undefined ? {} : { native: { recognises } }),
  }) as unknown as Language;

const own = language('own', ['.own'], { language: /^c/ });
const made = language('made', ['.made'], { producer: /^madec / });
const grown = language('grown', ['.grown'], { symbols: ['rt_begin'] });
const other = language('other', ['.other'], { symbols: ['rt_begin', 'rt_missing'] });
const silent = language('silent', ['.silent']);
const installed = [own, made, grown, other, silent];

const frame = (name: string, unit?: CodeUnit, more: Partial<Frame> = {}): Frame => ({
  id: frameId(name),
  function: name,
  address: codeAddress(0),
  confidence: 'exact',
  module: moduleId('m'),
  ...(unit === undefined ? {} : { unit }),
  ...more,
});

async function chosen(unit?: CodeUnit, more: Partial<Frame> = {}): Promise<string> {
  const languages = new FrameLanguages(engine, own, installed);
  languages.see([frame('f', unit, more)]);
  return (await languages.languageOf(frameId('f'))).id;
}

describe('the language of a frame', () => {
  const noModule = { module: undefined } as unknown as Partial<Frame>;

  it('is known by its compiler, whatever else speaks for another', async () => {
    expect(await chosen({ producer: 'madec 2.1', language: 'c11', file: '/a.own' })).toBe('made');
  });

  it('is known by the extension of its source', async () => {
    expect(await chosen({ producer: 'clang', language: 'c11', file: '/a.made' })).toBe('made');
    expect(await chosen({ file: '/a.silent' }, noModule)).toBe('own');
  });

  it('is that of the launch where the line table names its source, whoever compiled it', async () => {
    const languages = new FrameLanguages(engine, silent, installed);
    const unit = { producer: 'madec 2.1', language: 'c11', file: '/made/a.made' };
    languages.see([
      frame('written', unit, { location: { source: { name: 'a.silent', path: '/made/a.silent' }, line: 5 } }),
      frame('made', unit, { location: { source: { name: 'a.made', path: '/made/a.made' }, line: 5 } }),
    ]);
    const found = ['written', 'made'].map(async name => (await languages.languageOf(frameId(name))).id);
    expect(await Promise.all(found)).toEqual(['silent', 'made']);
    expect(languages.ofSource('/made/a.silent')).toBe(silent);
    expect(languages.ofSource('/made/a.made')).toBe(made);
  });

  it('is known by the symbols of its runtime, if all of them are there', async () => {
    expect(await chosen({ producer: 'clang', file: '/a.x', language: 'c11' })).toBe('grown');
  });

  it('is known by its name in debug information', async () => {
    const lately = new FrameLanguages(engine, silent, [silent, own]);
    lately.see([frame('f', { language: 'c++17' })]);
    expect((await lately.languageOf(frameId('f'))).id).toBe('own');
  });

  it('is what the engine says it is, where it knows', async () => {
    expect(await chosen({ producer: 'madec 1' }, { language: 'other' })).toBe('other');
  });

  it('is that of the launch where nothing is known', async () => {
    expect(await chosen()).toBe('own');
    const languages = new FrameLanguages(engine, own, installed);
    expect(await languages.languageOf(undefined)).toBe(own);
    languages.see([frame('f', { producer: 'madec 1' })]);
    expect(await languages.languageOf(frameId('f'))).toBe(made);
    languages.forget();
    expect(await languages.languageOf(frameId('f'))).toBe(own);
  });

  it('is found out once for each piece of code, and so is its lens', async () => {
    const languages = new FrameLanguages(engine, own, installed);
    languages.see([frame('f', { file: '/x.y' }), frame('g', { file: '/x.y' })]);
    asked.length = 0;
    const [first, second] = [await languages.lensOf(frameId('f')), await languages.lensOf(frameId('g'))];
    expect(first).toBe(second);
    expect(asked).toEqual(['rt_begin', 'rt_begin', 'rt_missing']);
  });
});
