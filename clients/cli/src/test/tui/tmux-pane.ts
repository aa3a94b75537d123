// A pane of tmux with a shell in it: a real terminal with job control, whose screen can be read. tmux tells when it changes.

import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

export interface TmuxSettings {
  /** Of the shell; the socket of the server is in it too. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly size?: readonly [columns: number, rows: number];
}

/** A terminal as it was before a screen took it: own screen, no mouse, a cursor. */
export const plain = '0 0 1';

const patienceMs = 60_000;

export class TmuxPane {
  readonly #client: ChildProcessWithoutNullStreams;
  readonly #waiting: ((lines: readonly string[]) => void)[] = [];
  #block: string[] | undefined;
  #isOurs = false;
  #rest = '';
  #changes = 0;
  #changed: () => void = () => undefined;

  constructor({ folder, env = {}, size = [100, 30] }: TmuxSettings) {
    const [columns, rows] = size.map(String) as [string, string];
    // In control mode it needs no terminal and says what happens. Several words are a command that no shell reads.
    const session = ['new-session', '-x', columns, '-y', rows, '-c', folder, '/bin/sh', '-i'];
    this.#client = spawn('tmux', ['-u', '-L', 'sonde', '-f', '/dev/null', '-C', ...session], {
      cwd: folder,
      // Nothing of the terminal in which the tests run.
      env: {
        PATH: process.env['PATH'] ?? '/usr/bin:/bin',
        LC_ALL: 'C.UTF-8',
        HOME: folder,
        PS1: '$ ',
        ENV: '',
        TMUX_TMPDIR: folder,
        XDG_RUNTIME_DIR: folder,
        XDG_STATE_HOME: folder,
        NO_COLOR: '1',
        ...env,
      },
    });
    this.#client.stdin.on('error', () => undefined);
    this.#client.stdout.setEncoding('utf8').on('data', (text: string) => this.#heard(text));
    this.resize(...size);
  }

  /** What the keyboard sends. */
  type(keys: string): void {
    const codes = [...Buffer.from(keys)].map(code => code.toString(16));
    void this.#ask(`send-keys -H ${codes.join(' ')}`);
  }

  resize(columns: number, rows: number): void {
    void this.#ask(`refresh-client -C ${columns}x${rows}`);
  }

  async lines(): Promise<readonly string[]> {
    return this.#ask('capture-pane -p');
  }

  /** Whether a screen has the terminal, mouse and cursor: as `plain`. */
  async modes(): Promise<string> {
    return (await this.#ask("display-message -p '#{alternate_on} #{mouse_any_flag} #{cursor_flag}'")).join(
      '',
    );
  }

  /** Settles when the screen shows it, with these modes if they are told; answers with what it shows. */
  async sees(what: string | RegExp, modes?: string): Promise<string> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const before = this.#changes;
      const [lines, now] = await Promise.all([this.lines(), this.modes()]);
      const text = lines.join('\n');
      const isThere = typeof what === 'string' ? text.includes(what) : what.test(text);
      if (isThere && (modes === undefined || modes === now)) return text;
      if (Date.now() > end)
        throw new Error(`the pane does not show ${String(what)} (modes ${now}, wanted ${modes}):\n${text}`);
      if (before === this.#changes) await this.#change(end - Date.now());
    }
  }

  /** The process of Node that runs in the foreground, below any number of shells. */
  async foreground(): Promise<number> {
    let pid = Number((await this.#ask("display-message -p '#{pane_pid}'"))[0]);
    while (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(process.execPath)) {
      const [child] = childrenOf(pid);
      if (child === undefined) throw new Error('nothing runs in the pane');
      pid = child;
    }
    return pid;
  }

  async close(): Promise<void> {
    const closed = once(this.#client, 'close');
    void this.#ask('kill-server');
    await closed;
  }

  #ask(command: string): Promise<readonly string[]> {
    this.#client.stdin.write(`${command}\n`);
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  #change(timeoutMs: number): Promise<void> {
    return new Promise(resolve => {
      const late = setTimeout(resolve, timeoutMs);
      this.#changed = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }

  #heard(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
  }

  /** Answers stand between %begin and %end; 1 at the end of that line says that we asked. */
  #line(line: string): void {
    const [, word, flags] = /^%(begin|end|error) \d+ \d+ (\d+)$/.exec(line) ?? [];
    if (word === 'begin') {
      this.#block = [];
      this.#isOurs = flags === '1';
    } else if (word !== undefined) {
      const block = this.#block ?? [];
      this.#block = undefined;
      if (this.#isOurs) this.#waiting.shift()?.(block);
    } else if (this.#block !== undefined) this.#block.push(line);
    else {
      this.#changes++;
      this.#changed();
    }
  }
}

export const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
