// An editor at a terminal of its own, in tmux: keys go in, and the screen is read as a person reads it.
import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const patienceMs = 20_000;
/** A screen that does not change for this long is drawn. */
const quietMs = 300;

export class Screen {
  #socket;

  constructor(name, command, { cwd, env }) {
    this.#socket = `sonde-editors-${process.pid}-${name}`;
    const settings = Object.entries(env).map(([key, value]) => `${key}=${value}`);
    this.#tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      '110',
      '-y',
      '34',
      '-c',
      cwd,
      'env',
      ...settings,
      ...command,
    );
  }

  /** Presses keys by tmux's names; a text of several letters is typed. */
  press(...keys) {
    for (const key of keys) this.#tmux('send-keys', key);
  }

  text() {
    return this.#tmux('capture-pane', '-p').trimEnd();
  }

  /** The screen once it shows all of these, and stands still; an error with the screen when it never does. */
  async shows(...parts) {
    const end = Date.now() + patienceMs;
    let last = '';
    for (;;) {
      const text = this.text();
      if (
        text === last &&
        parts.every(part => (part instanceof RegExp ? part.test(text) : text.includes(part)))
      )
        return text;
      if (Date.now() > end) throw new Error(`never saw ${parts.join(' and ')} on this screen:\n${text}`);
      last = text;
      await pause(quietMs);
    }
  }

  close() {
    spawnSync('tmux', ['-L', this.#socket, 'kill-server']);
  }

  #tmux(...args) {
    const { status, stdout, stderr, error } = spawnSync('tmux', ['-L', this.#socket, ...args], {
      encoding: 'utf8',
    });
    if (error !== undefined || status !== 0) throw new Error(`tmux ${args[0]}: ${error?.message ?? stderr}`);
    return stdout;
  }
}
