// What the page is about: the start page or a program, and what is remembered of programs that were looked at.
import { programOf, type SessionModel, type StartRequest, Store } from '@sonde/client';
import type { PanelSurroundings } from '@sonde/panels';
import { forgetSession, keepSession, keptSession, namedSession } from './kept-session.js';
import { fetchSessions, type StartInfo } from './server-api.js';

export interface RecentProgram {
  readonly program: string;
  readonly language?: string;
}

const mostRecent = 8;
const recentKey = 'sonde-recent';

export class PageState implements PanelSurroundings {
  readonly view = new Store<'start' | 'debug'>('start');
  readonly recent = new Store<readonly RecentProgram[]>(readRecent());
  /** A file that is looked at and that F5 would start. */
  readonly candidate = new Store<RecentProgram | undefined>(undefined);

  constructor(
    readonly model: SessionModel,
    readonly info: StartInfo,
  ) {
    keepSession(model);
  }

  get rights(): StartInfo['rights'] {
    return this.info.rights;
  }

  /** Where the page begins: a session that it was in, what the command asked for, or the start page. */
  async begin(): Promise<void> {
    const session = namedSession();
    if (session !== null) return this.#comeBack(session);
    const { open } = this.info;
    if (open === undefined || sessionStorage.getItem(openedKey) === open.program) return;
    sessionStorage.setItem(openedKey, open.program);
    // Another browser may have begun with it: then there is something to see already.
    const begun = (await fetchSessions().catch(() => [])).find(
      ({ here, program }) => here && program === open.program,
    );
    if (begun !== undefined) return this.join(begun.id);
    if (this.info.rights === 'full') await this.launch(open.program, open);
  }

  /** After a reload all is as it was: who has begun the session is its owner again. */
  async #comeBack(session: string): Promise<void> {
    const kept = keptSession(session);
    if (kept === undefined) return this.join(session);
    const { request, data, instructions } = kept;
    this.view.set('debug');
    this.model.about(programOf(request)!);
    this.model.breakpoints.book.change({ data, instructions });
    await this.model.start(request, session);
  }

  async join(session: string): Promise<void> {
    this.view.set('debug');
    await this.model.start({ kind: 'join', session });
  }

  async launch(
    program: string,
    about: {
      readonly language?: string;
      readonly lines?: readonly number[];
      readonly args?: readonly string[];
      readonly stopOnEntry?: boolean;
      readonly launch?: Readonly<Record<string, unknown>>;
    } = {},
  ): Promise<void> {
    const { language, lines = [], args, launch } = about;
    this.#remember({ program, ...(language === undefined ? {} : { language }) });
    this.view.set('debug');
    this.model.about(program);
    const { book } = this.model.breakpoints;
    // Breakpoints that a user has set there already are what is wanted.
    if (book.linesOf(program).length === 0) for (const line of lines) book.setLine(program, { line });
    const stopOnEntry =
      about.stopOnEntry ?? (launch?.['stopOnEntry'] === undefined ? this.#needsEntry() : undefined);
    // The sources of a recording are in it.
    const showing =
      launch?.['recording'] === undefined ? this.model.sources.show({ path: program }) : Promise.resolve();
    const starting = this.model.start({
      kind: 'launch',
      program,
      ...(language === undefined ? {} : { language }),
      ...(args === undefined ? {} : { args }),
      ...(stopOnEntry === undefined ? {} : { stopOnEntry }),
      ...(launch === undefined ? {} : { options: launch }),
    });
    await Promise.all([showing, starting]);
  }

  /** To a process that runs, or to what is left of one. */
  async attach(request: Extract<StartRequest, { kind: 'attach' }>): Promise<void> {
    this.view.set('debug');
    await this.model.start(request);
  }

  /** Shows a file without starting it. */
  async look(program: string, language?: string): Promise<void> {
    await this.model.leave();
    this.model.about(program);
    this.candidate.set({ program, ...(language === undefined ? {} : { language }) });
    this.view.set('debug');
    await this.model.sources.show({ path: program });
  }

  async toStart(): Promise<void> {
    this.view.set('start');
    this.candidate.set(undefined);
    forgetSession();
    await this.model.leave();
    for (const { key } of this.model.sources.open.get()) this.model.sources.close(key);
  }

  /** A file for the user, as a download. */
  save(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    const address = URL.createObjectURL(new Blob([bytes]));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // The browser takes it over in the same turn, or never.
    setTimeout(() => URL.revokeObjectURL(address));
  }

  languageNamed(id: string | undefined): StartInfo['languages'][number] | undefined {
    return this.info.languages.find(language => language.id === id);
  }

  languageOf(path: string): StartInfo['languages'][number] | undefined {
    const fitting = this.info.languages.filter(({ extensions }) =>
      extensions.some(each => path.endsWith(each)),
    );
    return fitting[0];
  }

  /** Without a place to stop at, a short program would be over before anybody saw it. */
  #needsEntry(): boolean {
    const { lines, functions } = this.model.breakpoints.book.content.get();
    return Object.keys(lines).length === 0 && functions.length === 0;
  }

  #remember(program: RecentProgram): void {
    this.recent.update(list =>
      [program, ...list.filter(other => other.program !== program.program)].slice(0, mostRecent),
    );
    try {
      localStorage.setItem(recentKey, JSON.stringify(this.recent.get()));
    } catch {
      // Not remembered, then.
    }
  }
}

const openedKey = 'sonde-opened';

function readRecent(): readonly RecentProgram[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(recentKey) ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter(isRecentProgram);
  } catch {
    return [];
  }
}

const isRecentProgram = (value: unknown): value is RecentProgram =>
  typeof value === 'object' && value !== null && 'program' in value && typeof value.program === 'string';
