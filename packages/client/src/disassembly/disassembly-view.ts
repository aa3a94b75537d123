// The disassembly that is shown, also while another view is in front of it.
import { failureText, isMoot } from '../failure-text.js';
import { perModel } from '../per-model.js';
import type { SessionModel } from '../session-model.js';
import { Store } from '../store.js';
import { InstructionList } from './instruction-list.js';

export class DisassemblyView {
  readonly instructions: InstructionList;
  readonly problem = new Store<string | undefined>(undefined);
  /** The instruction that was chosen with a click or the arrow keys. */
  readonly chosen = new Store<string | undefined>(undefined);

  constructor(private readonly model: SessionModel) {
    this.instructions = new InstructionList(async (memoryReference, instructionOffset, instructionCount) => {
      const body = await model.client.request('disassemble', {
        memoryReference,
        instructionOffset,
        instructionCount,
        resolveSymbols: true,
      });
      return body?.instructions ?? [];
    });
    model.phase.subscribe(() => {
      const { kind } = model.phase.get();
      if (kind !== 'idle' && kind !== 'starting') return;
      this.chosen.set(undefined);
      this.problem.set(undefined);
      this.instructions.forget();
    });
  }

  async show(reference: string): Promise<void> {
    await this.#reading(async () => {
      if (!(await this.instructions.show(reference)))
        throw new Error(`There are no instructions at ${reference}.`);
    });
  }

  async before(): Promise<void> {
    await this.#reading(() => this.instructions.before());
  }

  async after(): Promise<void> {
    await this.#reading(() => this.instructions.after());
  }

  async toggleBreakpoint(address: string): Promise<void> {
    this.chosen.set(address);
    await this.model.breakpoints.toggleInstruction(address);
  }

  async #reading(read: () => Promise<unknown>): Promise<void> {
    try {
      await read();
      this.problem.set(undefined);
    } catch (error) {
      if (!isMoot(error)) this.problem.set(failureText(error));
    }
  }
}

export const disassemblyViewOf = perModel(model => new DisassemblyView(model));
