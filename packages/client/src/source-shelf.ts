// Texts of sources: from the session, or from the folder that is served before there is one.
import type { Source } from '@sonde/dap';
import { failureText } from './failure-text.js';
import type { SessionModel } from './session-model.js';
import { sourceName } from './source/source-name.js';
import { Store } from './store.js';

/** What tells sources apart: the path, or the number under which the session knows a text without file. */
export const sourceKey = ({ path, sourceReference, name }: Source): string =>
  sourceReference !== undefined && sourceReference > 0 ? `#${sourceReference}` : (path ?? `?${name ?? ''}`);

export interface OpenSource {
  readonly key: string;
  readonly source: Source;
  readonly name: string;
  /** Undefined while it is fetched. */
  readonly text?: string;
  readonly problem?: string;
}

/** A place that is to be shown. */
export interface Reveal {
  readonly key: string;
  readonly line: number;
  /** Counts up, so that the same place can be asked for again. */
  readonly number: number;
}

export class SourceShelf {
  /** The tabs, in order. */
  readonly open = new Store<readonly OpenSource[]>([]);
  readonly active = new Store<string | undefined>(undefined);
  readonly reveal = new Store<Reveal | undefined>(undefined);
  #reveals = 0;

  constructor(
    private readonly model: SessionModel,
    private readonly files: { fileText(path: string): Promise<string> },
  ) {}

  async show(source: Source, line?: number): Promise<void> {
    const key = sourceKey(source);
    const known = this.open.get().find(each => each.key === key);
    if (known === undefined) {
      const name = sourceName(source);
      this.open.update(list => [...list, { key, source, name }]);
    }
    this.active.set(key);
    if (line !== undefined) this.reveal.set({ key, line, number: ++this.#reveals });
    if (known?.text === undefined) await this.#fetch(key, source);
  }

  close(key: string): void {
    const list = this.open.get();
    const index = list.findIndex(each => each.key === key);
    this.open.set(list.filter(each => each.key !== key));
    if (this.active.get() === key) this.active.set((list[index + 1] ?? list[index - 1])?.key);
  }

  /** Numbers of sources mean nothing in another session. */
  forgetSession(): void {
    this.open.update(list => list.filter(({ key }) => !key.startsWith('#')));
    if (!this.open.get().some(({ key }) => key === this.active.get()))
      this.active.set(this.open.get()[0]?.key);
  }

  /** Files may have changed since the last run; what cannot be read now stays as it was. */
  async readAgain(): Promise<void> {
    await Promise.all(
      this.open.get().map(async ({ key, source, text }) => {
        if (text === undefined) return this.#fetch(key, source);
        const now = await this.#textOf(source).catch(() => text);
        if (now !== text) this.#put(key, { text: now });
      }),
    );
  }

  async #fetch(key: string, source: Source): Promise<void> {
    try {
      const text = await this.#textOf(source);
      this.#put(key, { text });
    } catch (error) {
      this.#put(key, { problem: failureText(error) });
    }
  }

  async #textOf(source: Source): Promise<string> {
    const { path, sourceReference = 0 } = source;
    if (!this.model.isConnected) return this.files.fileText(path ?? '');
    try {
      const { content } = await this.model.client.request('source', { source, sourceReference });
      return content;
    } catch (error) {
      if (path === undefined || sourceReference > 0) throw error;
      // Before the program is loaded, and for files of the folder that the program does not use.
      return this.files.fileText(path).catch(() => {
        // Sonde says why. Others were asked for a number that they never gave, and say so.
        throw this.model.info.get() === undefined ? new SourceIsNotHere(source) : error;
      });
    }
  }

  /** Whether it was looked for in vain. */
  isMissing(source: Source): boolean {
    const key = sourceKey(source);
    return this.open.get().some(each => each.key === key && each.problem !== undefined);
  }

  #put(key: string, content: { readonly text: string } | { readonly problem: string }): void {
    this.open.update(list =>
      list.map(each => {
        if (each.key !== key) return each;
        const { key: same, source, name } = each;
        return { key: same, source, name, ...content };
      }),
    );
  }
}

class SourceIsNotHere extends Error {
  constructor(source: Source) {
    super(`${sourceName(source)} is not here: the program was built from ${source.path ?? 'it'}.`);
  }
}
