// Looks into the halted machine: threads, stacks, scopes. What was asked once is kept until it moves.

import {
  codeSpace,
  Failure,
  type Address,
  type Frame,
  type FrameId,
  type Instruction,
  type Scope,
  type Stack,
  type SymbolIndex,
} from '@sonde/engine';
import { frameOf, lookupAddress, parseFrameId } from '@sonde/engine/machine';
import type { RemoteFrameRef, RemoteMachine } from './remote-machine.js';

/** Frames fetched at a time when one is searched for. */
const framePage = 64;

export class Inspector {
  readonly #found = new Map<FrameId, RemoteFrameRef>();
  readonly #scopes = new Map<FrameId, Promise<readonly Scope[]>>();

  constructor(
    private readonly machine: RemoteMachine,
    private readonly symbols: SymbolIndex,
  ) {}

  /** After a resume, and whenever values or frames may have changed. */
  forget(): void {
    this.#found.clear();
    this.#scopes.clear();
  }

  async stack(task: number, start: number, count: number): Promise<Stack> {
    const { frames, total } = await this.machine.frames(task, start, count);
    return {
      frames: frames.map((frame, nth) => this.#frame({ ...frame, task, index: start + nth })),
      total,
    };
  }

  async scopes(id: FrameId): Promise<readonly Scope[]> {
    let known = this.#scopes.get(id);
    if (known === undefined) {
      known = this.find(id).then(frame => this.machine.scopes(frame));
      this.#scopes.set(id, known);
      known.catch(() => this.#scopes.delete(id));
    }
    return known;
  }

  /** The address by which to look up what the frame sees. */
  async address(id: FrameId): Promise<number> {
    return lookupAddress(await this.find(id));
  }

  async find(id: FrameId): Promise<RemoteFrameRef> {
    const known = this.#found.get(id);
    if (known !== undefined) return known;
    const { task, serial } = parseFrameId(id);
    for (let start = 0, total = 1; start < total; start += framePage) {
      const page = await this.machine.frames(task, start, framePage);
      ({ total } = page);
      const nth = page.frames.findIndex(frame => frame.serial === serial);
      if (nth < 0) continue;
      const found = { ...page.frames[nth]!, task, index: start + nth };
      this.#found.set(id, found);
      return found;
    }
    throw new Failure('not-found', 'user', `frame ${id} has returned.`);
  }

  async listing(from: Address, offset: number, count: number): Promise<readonly Instruction[]> {
    if ((from.space !== codeSpace && from.space !== '') || this.machine.disassemble === undefined) return [];
    const found = await this.machine.disassemble(Number(from.offset), offset, count);
    return found.map(instruction => this.#placed(instruction));
  }

  /** With what the symbols know of it, where the machine has not said so itself. */
  #placed(instruction: Instruction): Instruction {
    const address = Number(instruction.address.offset);
    const location = this.symbols.locationAt(address);
    const inside = this.symbols.functionAt(address);
    return {
      ...(location === undefined ? {} : { location }),
      ...(inside === undefined ? {} : { symbol: inside.name }),
      ...instruction,
    };
  }

  #frame(found: RemoteFrameRef): Frame {
    const frame = frameOf(this.symbols, found, this.machine.restart !== undefined);
    this.#found.set(frame.id, found);
    return frame;
  }
}
