// The terms of the breakpoint on a line.
import type { ReactNode } from 'react';
import { useModel } from '@sonde/panels';
import { BreakpointDialog } from './breakpoint-dialog.js';

export interface LineBreakpointDialogProps {
  readonly path: string;
  readonly line: number;
  readonly onDone: () => void;
}

export function LineBreakpointDialog({ path, line, onDone }: LineBreakpointDialogProps): ReactNode {
  const { breakpoints } = useModel();
  return (
    <BreakpointDialog
      title={`Breakpoint on line ${line}`}
      known={breakpoints.book.linesOf(path).find(each => each.line === line)}
      logs
      save={async terms => {
        await breakpoints.setLine(path, { line, ...terms });
        return breakpoints.outcomes.get().lines[path]?.find(({ asked }) => asked === line);
      }}
      remove={() => breakpoints.removeLine(path, line)}
      onDone={onDone}
    />
  );
}
