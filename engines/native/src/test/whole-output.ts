// What a program prints in a session up to its end, and what the same program prints alone.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { breakpointId, type Engine, type EngineEvent, type Stop } from '@sonde/engine';

export interface BothOutputs {
  readonly debugged: string;
  readonly alone: string;
}

export class WholeOutput {
  readonly #ended: Promise<void>;
  #text = '';
  #end!: () => void;

  constructor(private readonly program: string) {
    this.#ended = new Promise(resolve => (this.#end = resolve));
  }

  event(event: EngineEvent): void {
    if (event.kind === 'output' && event.stream === 'stdout')
      this.#text += typeof event.data === 'string' ? event.data : new TextDecoder().decode(event.data);
    if (event.kind === 'ended') this.#end();
  }

  /** Goes on from a stop at the first breakpoint to the end. */
  async both(engine: Engine, { id, focus }: Stop): Promise<BothOutputs> {
    await engine.changeBreakpoints([], [breakpointId(1)]);
    const motion = { motion: { kind: 'continue' }, scope: 'all', direction: 'forward' } as const;
    await engine.resume({ stop: id, thread: focus, ...motion });
    const { stdout } = await promisify(execFile)(this.program);
    await this.#ended;
    return { debugged: this.#text, alone: stdout };
  }
}
