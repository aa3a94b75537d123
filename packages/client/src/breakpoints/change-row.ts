// Switches and removes a breakpoint of the list, whatever kind it is of.
import type { SessionModel } from '../session-model.js';
import type { BreakpointRow } from './breakpoint-rows.js';

/** Answers why it cannot be switched, where that is so. */
export async function switchRow(model: SessionModel, row: BreakpointRow): Promise<string | undefined> {
  const { breakpoints } = model;
  const { functions, data } = breakpoints.book.content.get();
  const flipped = <Each extends { readonly disabled?: boolean }>(list: readonly Each[]): readonly Each[] =>
    list.map((each, index) => (index === row.index ? { ...each, disabled: row.enabled } : each));
  switch (row.kind) {
    case 'line': {
      const known = breakpoints.book.linesOf(row.path!).find(({ line }) => line === row.line);
      if (known !== undefined) await breakpoints.setLine(row.path!, { ...known, disabled: row.enabled });
      return undefined;
    }
    case 'function':
      await breakpoints.setFunctions(flipped(functions));
      return undefined;
    case 'data':
      await breakpoints.setData(flipped(data));
      return undefined;
    case 'exception': {
      const { [row.filter!]: condition, ...others } = breakpoints.activeFilters();
      await breakpoints.setFilters(condition === undefined ? { ...others, [row.filter!]: '' } : others);
      return undefined;
    }
    case 'instruction':
      return 'It can only be removed.';
    case 'foreign':
      return 'It is another client’s.';
  }
}

/** Answers why it cannot be removed, where that is so. An exception that is offered stays in the list, switched off. */
export async function removeRow(model: SessionModel, row: BreakpointRow): Promise<string | undefined> {
  const { breakpoints } = model;
  const { functions, data, instructions } = breakpoints.book.content.get();
  const without = <Each>(list: readonly Each[]): readonly Each[] =>
    list.filter((_each, index) => index !== row.index);
  switch (row.kind) {
    case 'line':
      await breakpoints.removeLine(row.path!, row.line!);
      return undefined;
    case 'function':
      await breakpoints.setFunctions(without(functions));
      return undefined;
    case 'data':
      await breakpoints.setData(without(data));
      return undefined;
    case 'instruction':
      await breakpoints.toggleInstruction(instructions[row.index!]!.instructionReference);
      return undefined;
    case 'exception':
      return row.enabled ? switchRow(model, row) : undefined;
    case 'foreign':
      return 'It is another client’s.';
  }
}
