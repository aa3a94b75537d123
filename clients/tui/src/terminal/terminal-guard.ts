// A small process that puts the terminal back when this one is ended by what it cannot hear of: SIGKILL, a crash, no memory.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { leaveWords } from './terminal.js';

/** Ends half an escape that the dead one may have left. */
const cancel = '\u0018';

/** Remembers what it was told last. The system closes the pipe when the writer is gone, whatever ended that. */
const script = `
state=resting
while read -r word; do state=$word; done
[ "$state" = watching ] || exit 0
printf %b "$1"
stty "$2" <&1`;

/** Has a session of its own, so that no key and no signal to our group reaches it, and holds the terminal until it ends. */
export class TerminalGuard {
  private constructor(private readonly words: Writable) {}

  /** Undefined where it cannot be had: without a controlling terminal, without a shell. */
  static start(): TerminalGuard | undefined {
    const terminal = openTerminal();
    if (terminal === undefined) return undefined;
    try {
      // Before the terminal is made raw: this is what it is put back to.
      const { status, stdout } = spawnSync('stty', ['-g'], {
        stdio: [terminal, 'pipe', 'ignore'],
        encoding: 'utf8',
      });
      if (status !== 0) return undefined;
      const args = ['-c', script, 'sonde-terminal-guard', octal(cancel + leaveWords), stdout.trim()];
      const guard = spawn('/bin/sh', args, { stdio: ['pipe', terminal, 'ignore'], detached: true });
      // One that cannot be started, or that somebody ended, is done without.
      guard.on('error', () => undefined);
      const words = guard.stdin as Writable & { unref?(): void };
      words.on('error', () => undefined);
      // Nothing waits for it: with this process its input ends, and so does it.
      guard.unref();
      words.unref?.();
      return new TerminalGuard(words);
    } catch {
      return undefined;
    } finally {
      closeSync(terminal);
    }
  }

  /** From now on the terminal has to be put back. */
  watch(): void {
    this.words.write('watching\n');
  }

  /** The terminal is as it was. */
  rest(): void {
    this.words.write('resting\n');
  }

  end(): void {
    this.words.end();
  }
}

/** Blocking, unlike ours: a terminal that is stopped (Ctrl+S) gets the words when it goes on. */
function openTerminal(): number | undefined {
  try {
    return openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

/** Control characters as printf(1) takes them: lists of processes show arguments. */
const octal = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001f]/g, character => `\\0${character.codePointAt(0)!.toString(8)}`);
