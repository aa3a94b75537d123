// How far a session has come, told from the messages that pass.
import type { WireMessage } from '@sonde/dap';
import type { ProgramState } from './fault.js';

const motions: ReadonlySet<string> = new Set([
  'continue',
  'next',
  'stepIn',
  'stepOut',
  'stepBack',
  'reverseContinue',
]);

export class ProgramWatch {
  #state: ProgramState = 'unused';

  get state(): ProgramState {
    return this.#state;
  }

  fromClient(message: WireMessage): void {
    if (this.#state === 'unused') this.#state = 'ready';
    if (message.type !== 'request') return;
    if (message.command === 'launch' || message.command === 'attach') this.#state = 'running';
    if (message.command === 'disconnect' || message.command === 'terminate') this.#state = 'ended';
    if (motions.has(message.command) && this.#state === 'stopped') this.#state = 'running';
  }

  fromAdapter(message: WireMessage): void {
    if (message.type !== 'event' || this.#state === 'ended') return;
    if (message.event === 'stopped') this.#state = 'stopped';
    if (message.event === 'continued') this.#state = 'running';
    if (message.event === 'terminated') this.#state = 'ended';
  }
}
