// Where the program's output goes and its input comes from: the session's events, or a terminal of the client.

import type { EngineEvent, EngineHost, LaunchSettings } from '@sonde/engine';
import { Terminal, type TerminalListener } from './terminal.js';

type OutputEvent = EngineEvent & { readonly kind: 'output' };

export class ProgramConsole {
  #terminal: Terminal | undefined;

  constructor(
    private readonly host: EngineHost,
    private readonly settings: LaunchSettings,
    private readonly listener: TerminalListener,
  ) {}

  /** A program inside this process has no terminal of its own: a proxy of ours in the client's stands for it. */
  async open(signal: AbortSignal): Promise<void> {
    const { console: wanted, cwd, program } = this.settings;
    if (wanted === 'internalConsole') return;
    const { host } = this;
    if (host.runInTerminal === undefined || process.platform === 'win32') {
      const message = 'The client has no terminal for the program; its output is shown here instead.';
      return host.event({ kind: 'notice', message, important: true });
    }
    this.#terminal = await Terminal.open(
      async request => host.runInTerminal?.(request),
      { kind: wanted === 'integratedTerminal' ? 'integrated' : 'external', title: program, cwd },
      this.listener,
      signal,
    );
  }

  emit(event: OutputEvent): void {
    const { stream, data, taken } = event;
    const out = stream === 'stdout' || stream === 'stderr' ? (stream as 'stdout' | 'stderr') : undefined;
    if (this.#terminal?.isOpen !== true || out === undefined) return this.host.event(event);
    this.#terminal.write(out, data, () => taken?.());
  }

  async close(exitCode: number): Promise<void> {
    const terminal = this.#terminal;
    this.#terminal = undefined;
    await terminal?.close(exitCode);
  }
}
