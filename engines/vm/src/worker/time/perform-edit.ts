// Makes one change of the debugger to the program.

import type { SymbolIndex } from '@sonde/engine';
import type { Machine } from '../../machine.js';
import type { Evaluation } from '../evaluation.js';
import type { Inspector } from '../inspector.js';
import { passPrologue } from '../prologue.js';
import type { Edit } from '../../recording/edits.js';

export interface Edited {
  readonly machine: Machine;
  readonly symbols: SymbolIndex;
  readonly inspector: Inspector;
  readonly evaluation: Evaluation;
}

/** Answers with what was written or evaluated. */
export function performEdit(edit: Edit, { machine, symbols, inspector, evaluation }: Edited): unknown {
  switch (edit.kind) {
    case 'write':
      return inspector.write(edit.place, edit.value);
    case 'write-memory':
      return inspector.writeMemory(edit.space, edit.offset, edit.bytes);
    case 'evaluate':
      return evaluation.ask({ code: edit.code, task: edit.task, frame: edit.frame }, true);
    case 'goto':
      return machine.goto?.(edit.task, edit.address);
    case 'restart-frame':
      machine.restartFrame?.(edit.task, edit.serial);
      return passPrologue(machine, symbols, edit.task);
    case 'end-task':
      return machine.endTask?.(edit.task);
    case 'restrict':
      return machine.restrictTo?.(edit.task);
  }
}
