// A world of plain texts, for tests of a machine without an engine and a thread.

import type { MachineHost, MachinePlace } from './machine.js';
import { programFiles } from './program-files.js';

/** Takes everything, unless told otherwise. */
export class BenchHost implements MachineHost {
  stdout = '';
  stderr = '';
  readonly bytes: Uint8Array[] = [];
  /** How many writes are taken before there is no room. */
  room = Infinity;
  clock = 0;
  readonly lines: (string | null)[] = [];
  readonly args: readonly string[] = [];
  readonly files = programFiles(process.cwd());
  readonly executable: string = '/bin/machine';
  memoryLimit = 256 * 1024 * 1024;
  debugged = true;
  watching = false;
  readonly touches: { readonly access: 'read' | 'write'; readonly place: MachinePlace }[] = [];
  wants: (access: 'read' | 'write', place: MachinePlace) => boolean = () => false;

  write(stream: string, text: string): boolean {
    if (this.room-- <= 0) return false;
    if (stream === 'stdout') this.stdout += text;
    else this.stderr += text;
    return true;
  }

  writeBytes(_stream: string, bytes: Uint8Array): boolean {
    this.bytes.push(bytes);
    return true;
  }

  readLine(): string | null | undefined {
    return this.lines.shift();
  }

  now(): number {
    return this.clock;
  }

  random(): number {
    return 0;
  }

  startChild(): void {
    throw new Error('there are no other programs here');
  }

  touched(access: 'read' | 'write', place: MachinePlace): boolean {
    this.touches.push({ access, place });
    return this.wants(access, place);
  }
}
