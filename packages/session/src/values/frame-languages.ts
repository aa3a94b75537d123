// The languages of frames: a program may be made of code in several, and each frame is shown in its own.

import { extname } from 'node:path';
import type { CodeUnit, Engine, Frame, FrameId, SourceRef } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { Lens } from '@sonde/lens';
import type { RuntimeModels } from './runtime-models.js';

/** How much a sign counts by which a language recognises code; 0 is none. */
const signs = { producer: 4, extension: 3, symbols: 2, language: 1 } as const;

export class FrameLanguages {
  readonly #frames = new Map<FrameId, Frame>();
  readonly #chosen = new Map<string, Promise<Language>>();
  readonly #lenses = new Map<Language, Lens>();

  constructor(
    private readonly engine: Engine,
    /** The language that the program was launched as: what no other claims is its. */
    readonly own: Language,
    private readonly installed: readonly Language[],
    private readonly runtimes?: RuntimeModels,
  ) {}

  /** Frames that clients were told of: they will ask for what is in them by their ids. */
  see(frames: readonly Frame[]): void {
    for (const frame of frames)
      if (frame.unit !== undefined || frame.language !== undefined) this.#frames.set(frame.id, frame);
  }

  /** The stop is over, and its frames with it. */
  forget(): void {
    this.#frames.clear();
  }

  async languageOf(frame: FrameId | undefined): Promise<Language> {
    const found = frame === undefined ? undefined : this.#frames.get(frame);
    if (found === undefined) return this.own;
    if (found.language !== undefined)
      return this.installed.find(language => language.id === found.language) ?? this.own;
    const { unit, module, location } = found;
    const written = location?.source.path;
    // What the line table names is what its author wrote, also where a `#line` names it and another compiler made the code.
    if (unit === undefined || (written !== undefined && this.#isOwnSource(written))) return this.own;
    const key = `${module ?? ''} ${unit.file ?? ''} ${unit.language ?? ''} ${unit.producer ?? ''}`;
    let chosen = this.#chosen.get(key);
    if (chosen === undefined) {
      chosen = this.#choose(unit, found);
      this.#chosen.set(key, chosen);
      // An engine that could not answer now may later.
      chosen.catch(() => this.#chosen.delete(key));
    }
    return chosen;
  }

  /** The source that a frame is in, as far as clients were told of it. */
  sourceOf(frame: FrameId | undefined): SourceRef | undefined {
    return frame === undefined ? undefined : this.#frames.get(frame)?.location?.source;
  }

  /** The language that a source is written in, by its name; the program's own where no other claims it. */
  ofSource(path: string): Language {
    const extension = extname(path);
    const claims = ({ native, extensions }: Language): boolean =>
      native?.recognises !== undefined && extensions.includes(extension);
    return this.#isOwnSource(path) ? this.own : (this.installed.find(claims) ?? this.own);
  }

  #isOwnSource(path: string): boolean {
    return this.own.extensions.includes(extname(path));
  }

  async lensOf(frame: FrameId | undefined): Promise<Lens> {
    return this.lensIn(await this.languageOf(frame));
  }

  /** How a language shows values of this program. */
  lensIn(language: Language): Lens {
    let lens = this.#lenses.get(language);
    if (lens === undefined) {
      const { types, process } = this.engine;
      const { runtimes } = this;
      const { expressions } = language;
      lens = new Lens({
        renderers: language.renderers ?? [],
        types,
        pointerSize: process.pointerSize,
        littleEndian: process.littleEndian ?? true,
        ...(language.runtime === undefined || runtimes === undefined
          ? {}
          : { facts: reader => runtimes.facts(language, reader) }),
        ...(expressions?.memberPath === undefined
          ? {}
          : { memberPath: expressions.memberPath.bind(expressions) }),
      });
      this.#lenses.set(language, lens);
    }
    return lens;
  }

  /** The language with the most telling sign; the program's own where several are equal, or none has any. */
  async #choose(unit: CodeUnit, frame: Frame): Promise<Language> {
    let best: Language = this.own;
    let most = await this.#sign(this.own, unit, frame);
    for (const language of this.installed) {
      if (language === this.own) continue;
      const sign = await this.#sign(language, unit, frame);
      if (sign > most) [best, most] = [language, sign];
    }
    return best;
  }

  async #sign(language: Language, unit: CodeUnit, { module }: Frame): Promise<number> {
    const recognises = language.native?.recognises;
    if (recognises === undefined) return 0;
    if (fits(recognises.producer, unit.producer)) return signs.producer;
    if (unit.file !== undefined && language.extensions.includes(extname(unit.file))) return signs.extension;
    const { symbols = [] } = recognises;
    if (symbols.length > 0 && module !== undefined && this.engine.definesSymbols !== undefined) {
      const found = await this.engine.definesSymbols(module, symbols);
      if (found.every(is => is)) return signs.symbols;
    }
    return fits(recognises.language, unit.language) ? signs.language : 0;
  }
}

const fits = (pattern: RegExp | undefined, text: string | undefined): boolean =>
  pattern !== undefined && text !== undefined && text.search(pattern) >= 0;
