// The terms of a breakpoint while they are edited: tried out on the program, and taken back when that is called off.
import type { Breakpoint } from '@sonde/dap';
import type { BreakpointTerms } from '@sonde/client';

export type Terms = BreakpointTerms & { readonly disabled?: boolean };

export interface EditedBreakpoint {
  /** As it was; absent for one that was not set. */
  readonly known: Terms | undefined;
  readonly save: (terms: Terms) => Promise<Breakpoint | undefined>;
  readonly remove: () => Promise<void>;
}

export class TermsEdit {
  #isApplied = false;

  constructor(private readonly edited: EditedBreakpoint) {}

  /** Answers what is wrong with them. */
  async apply(terms: Terms): Promise<string | undefined> {
    this.#isApplied = true;
    const outcome = await this.edited.save(terms);
    const isWrong =
      outcome?.reason === 'failed' || (outcome?.verified === true && outcome.message !== undefined);
    return isWrong ? (outcome.message ?? 'It cannot be set so.') : undefined;
  }

  /** All is as it was before. */
  async cancel(): Promise<void> {
    const { known, save, remove } = this.edited;
    if (!this.#isApplied) return;
    this.#isApplied = false;
    if (known === undefined) await remove();
    else await save(known);
  }
}
