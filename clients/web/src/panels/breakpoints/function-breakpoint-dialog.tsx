// The terms of a breakpoint on a function.
import type { ReactNode } from 'react';
import { useModel } from '@sonde/panels';
import { BreakpointDialog } from '../../source/breakpoint-dialog.js';

export interface FunctionBreakpointDialogProps {
  readonly name: string;
  readonly onDone: () => void;
}

export function FunctionBreakpointDialog({ name, onDone }: FunctionBreakpointDialogProps): ReactNode {
  const { breakpoints } = useModel();
  const { functions } = breakpoints.book.content.get();
  return (
    <BreakpointDialog
      title={`Breakpoint on ${name}`}
      known={functions.find(each => each.name === name)}
      logs={false}
      save={async terms => {
        await breakpoints.setFunctions(
          functions.map(each => (each.name === name ? { name, ...terms } : each)),
        );
        const sent = breakpoints.book.content.get().functions.filter(each => each.disabled !== true);
        return breakpoints.outcomes.get().functions[sent.findIndex(each => each.name === name)];
      }}
      remove={() => breakpoints.setFunctions(functions.filter(each => each.name !== name))}
      onDone={onDone}
    />
  );
}
