// Runtime models: what the languages of a program know of its memory, made once per stop and anew after a change.

import { asFailure, patient, type Engine, type StopReader, type Thread } from '@sonde/engine';
import type { Language, RuntimeModel, RuntimeScope } from '@sonde/language';
import { isOverWithin } from '../waiting/time-limit.js';

/** How long values wait for what their renderers would like to know. */
const factsMs = patient(2_000);

interface Moment {
  readonly model: RuntimeModel;
  /** The count of changes at which it was made. */
  readonly changes: number;
  facts?: { readonly work: Promise<unknown>; late: boolean };
}

export class RuntimeModels {
  readonly #moments = new WeakMap<StopReader, Map<Language, Moment>>();
  /** Languages that people were told of: once is enough. */
  readonly #told = new Set<Language>();

  readonly #languages: readonly Language[];

  constructor(
    private readonly engine: Engine,
    /** The program's own first. */
    installed: readonly Language[],
    private readonly tell: (message: string) => void,
    private readonly limitMs = factsMs,
  ) {
    // Runtimes of other languages are found by their symbols, where a program has symbols.
    const others = engine.symbolAddresses === undefined ? installed.slice(0, 1) : installed;
    this.#languages = others.filter(language => language.runtime !== undefined);
  }

  /** Whether any language has something to say. */
  get any(): boolean {
    return this.#languages.length > 0;
  }

  /** Languages that tell of regions of memory. */
  withRegions(reader: StopReader): readonly { readonly language: Language; readonly model: RuntimeModel }[] {
    return this.#languages.flatMap(language => {
      const model = this.model(language, reader);
      return model?.regions === undefined ? [] : [{ language, model }];
    });
  }

  /** What a runtime says of the exception or signal that the program stopped at. Never rejects, and does not take long. */
  async explanation(reader: StopReader): Promise<string | undefined> {
    for (const language of this.#languages) {
      const work = this.model(language, reader)
        ?.explainStop?.()
        .catch(() => undefined);
      if (work === undefined || !(await isOverWithin(work, this.limitMs))) continue;
      const text = await work;
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** What the runtime of a language has for a thread; nothing where it cannot be had, or not in time. */
  async scopes(language: Language, reader: StopReader, thread: Thread): Promise<readonly RuntimeScope[]> {
    const model = this.model(language, reader);
    if (model?.scopes === undefined || thread.handle === undefined) return [];
    const work = model.scopes(BigInt(thread.handle)).catch((error: unknown): readonly RuntimeScope[] => {
      const { code, message } = asFailure(error);
      if (code !== 'stale' && code !== 'cancelled') this.#complain(language, message);
      return [];
    });
    return (await isOverWithin(work, this.limitMs)) ? work : [];
  }

  /** Undefined for a language whose runtime has no model. */
  model(language: Language, reader: StopReader): RuntimeModel | undefined {
    return this.#moment(language, reader)?.model;
  }

  /** What the renderers of the language have to know; undefined where it cannot be had, or not in time. */
  async facts(language: Language, reader: StopReader): Promise<unknown> {
    const moment = this.#moment(language, reader);
    if (moment?.model.facts === undefined) return undefined;
    moment.facts ??= { work: this.#read(language, moment.model), late: false };
    const { facts } = moment;
    // Who waited in vain once does not wait again; what came after all is used.
    if (!(await isOverWithin(facts.work, facts.late ? 0 : this.limitMs))) {
      if (!facts.late) this.#complain(language, `not read within ${this.limitMs} ms`);
      facts.late = true;
      return undefined;
    }
    return facts.work;
  }

  async #read(language: Language, model: RuntimeModel): Promise<unknown> {
    try {
      return await model.facts!();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code !== 'stale' && failure.code !== 'cancelled') this.#complain(language, failure.message);
      return undefined;
    }
  }

  #complain(language: Language, why: string): void {
    if (this.#told.has(language)) return;
    this.#told.add(language);
    this.tell(`The state of the ${language.name} runtime is not known, values are shown without it: ${why}.`);
  }

  #moment(language: Language, reader: StopReader): Moment | undefined {
    const known = this.#moments.get(reader)?.get(language);
    if (known?.changes === reader.changes) return known;
    if (language.runtime === undefined) return undefined;
    const { process } = this.engine;
    const model = language.runtime.model({
      reader,
      pointerSize: process.pointerSize,
      littleEndian: process.littleEndian ?? true,
      symbols: async names => this.engine.symbolAddresses?.(names) ?? names.map(() => undefined),
      typesNamed: async names => this.engine.typesNamed?.(names) ?? names.map(() => undefined),
    });
    const moment: Moment = { model, changes: reader.changes };
    const moments = this.#moments.get(reader) ?? new Map<Language, Moment>();
    moments.set(language, moment);
    this.#moments.set(reader, moments);
    return moment;
  }
}
