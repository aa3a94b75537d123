// What can be done on a line of a source: the items of its menu.
import type { Source } from '@sonde/dap';
import { marksOf, type SessionModel, type BreakpointMark } from '@sonde/client';
import type { MenuItem } from '@sonde/panels';

export interface PlaceOfMenu {
  readonly line: number;
  readonly x: number;
  readonly y: number;
  /** What is selected, if that is in one line. */
  readonly selected: string;
}

export function lineActions(
  model: SessionModel,
  source: Source,
  { line, selected }: PlaceOfMenu,
  edit: (line: number) => void,
): readonly MenuItem[] {
  const { path } = source;
  const stopped = model.phase.get().kind === 'stopped';
  const asked = path === undefined ? line : askedLine(model, path, line);
  const isSet = path !== undefined && model.breakpoints.book.linesOf(path).some(each => each.line === asked);
  const items: (MenuItem | false)[] = [
    stopped &&
      path !== undefined && {
        label: 'Run to this line',
        key: 'Ctrl+F10',
        run: () => void model.motions.runTo(path, line),
      },
    stopped &&
      model.can('supportsGotoTargetsRequest') && {
        label: 'Jump to this line',
        key: 'Ctrl+Shift+F10',
        run: () => void model.motions.jumpTo(source, line),
      },
    path !== undefined && {
      label: isSet ? 'Remove the breakpoint' : 'Set a breakpoint',
      key: 'F9',
      run: () => void toggleDot(model, path, line),
    },
    path !== undefined && {
      label: 'Condition, hit count, log message…',
      key: 'Shift+F9',
      run: () => edit(asked),
    },
    selected !== '' && { label: 'Watch the selection', run: () => void model.watches.add(selected) },
    selected !== '' && {
      label: 'Copy the selection',
      key: 'Ctrl+C',
      run: () => void navigator.clipboard.writeText(selected),
    },
  ];
  return items.filter(item => item !== false);
}

/** What a click beside a line does: a dot goes with all that it stands for. */
export async function toggleDot(model: SessionModel, path: string, line: number): Promise<void> {
  const { breakpoints } = model;
  const mark = drawnOn(model, path, line);
  for (const asked of mark?.alsoAsked ?? []) await breakpoints.removeLine(path, asked);
  await breakpoints.toggleLine(path, mark?.asked ?? line);
}

/** The line under which the breakpoint that is drawn on a line is known. */
export const askedLine = (model: SessionModel, path: string, line: number): number =>
  drawnOn(model, path, line)?.asked ?? line;

function drawnOn({ breakpoints }: SessionModel, path: string, line: number): BreakpointMark | undefined {
  const { outcomes, book } = breakpoints;
  const drawn = marksOf(book.linesOf(path), outcomes.get().lines[path] ?? [], [], path);
  return drawn.find(mark => mark.line === line);
}
