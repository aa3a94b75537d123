// What the page is about: the start page or a program, and what is remembered of programs that were looked at.
import type { SessionModel } from '../model/session-model.js';
import { Store } from '../model/store.js';
import type { StartInfo } from './server-api.js';

export interface RecentProgram {
  readonly program: string;
  readonly language?: string;
}

const mostRecent = 8;
const recentKey = 'sonde-recent';

export class PageState {
  readonly view = new Store<'start' | 'debug'>('start');
  readonly recent = new Store<readonly RecentProgram[]>(readRecent());
  /** A file that is looked at and that F5 would start. */
  readonly candidate = new Store<RecentProgram | undefined>(undefined);

  constructor(
    readonly model: SessionModel,
    readonly info: StartInfo,
  ) {
    model.info.subscribe(() => rememberSession(model.info.get()?.id));
    model.phase.subscribe(() => {
      const { kind } = model.phase.get();
      if (kind === 'ended' || kind === 'failed') rememberSession(undefined);
    });
  }

  /** Where the page begins: a session that it was in, what the command asked for, or the start page. */
  async begin(): Promise<void> {
    const session = new URL(location.href).searchParams.get('session');
    if (session !== null) return this.join(session);
    const { open } = this.info;
    if (open === undefined || sessionStorage.getItem(openedKey) === open.program) return;
    sessionStorage.setItem(openedKey, open.program);
    await this.launch(open.program, open);
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
    const { language, lines = [], args, stopOnEntry, launch } = about;
    this.#remember({ program, ...(language === undefined ? {} : { language }) });
    this.view.set('debug');
    const { book } = this.model.breakpoints;
    // Breakpoints that a user has set there already are what is wanted.
    if (book.linesOf(program).length === 0) for (const line of lines) book.setLine(program, { line });
    const showing = this.model.sources.show({ path: program });
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

  /** Shows a file without starting it. */
  async look(program: string, language?: string): Promise<void> {
    await this.model.leave();
    this.candidate.set({ program, ...(language === undefined ? {} : { language }) });
    this.view.set('debug');
    await this.model.sources.show({ path: program });
  }

  async toStart(): Promise<void> {
    this.view.set('start');
    this.candidate.set(undefined);
    rememberSession(undefined);
    await this.model.leave();
    for (const { key } of this.model.sources.open.get()) this.model.sources.close(key);
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

/** The address names the session, so that a reload comes back to it. */
function rememberSession(id: string | undefined): void {
  const address = new URL(location.href);
  if (id === undefined) address.searchParams.delete('session');
  else address.searchParams.set('session', id);
  if (address.href !== location.href) history.replaceState(null, '', address);
}

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
