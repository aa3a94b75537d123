// Changes that the debugger made to the program: they belong to the run, and are made again where it is run again.

import type { Place, RawValue } from '@sonde/engine';

export type Edit =
  | { readonly kind: 'write'; readonly place: Place; readonly value: RawValue }
  | {
      readonly kind: 'write-memory';
      readonly space: string;
      readonly offset: number;
      readonly bytes: Uint8Array;
    }
  | {
      readonly kind: 'evaluate';
      readonly code: unknown;
      readonly task: number;
      readonly frame: number | undefined;
    }
  | { readonly kind: 'goto'; readonly task: number; readonly address: number }
  | { readonly kind: 'restart-frame'; readonly task: number; readonly serial: number }
  | { readonly kind: 'end-task'; readonly task: number }
  /** Only this task runs from now on; all of them when there is none. Nobody calls that a change. */
  | { readonly kind: 'restrict'; readonly task: number | undefined };

export interface MadeEdit {
  readonly time: number;
  readonly phase: number;
  readonly edit: Edit;
}

/** Counted in the position that clients see. */
export const isChange = ({ kind }: Edit): boolean => kind !== 'restrict';

/** For people. */
export function editText(edit: Edit): string {
  switch (edit.kind) {
    case 'write':
      return edit.place.kind === 'register' ? `${edit.place.name} was changed` : 'a value was changed';
    case 'write-memory':
      return `${edit.bytes.length} ${edit.bytes.length === 1 ? 'byte' : 'bytes'} of ${edit.space || 'memory'} changed`;
    case 'evaluate':
      return 'an expression changed the program';
    case 'goto':
      return 'the next statement was set';
    case 'restart-frame':
      return 'a call was begun anew';
    case 'end-task':
      return 'a task was ended';
    case 'restrict':
      return 'one task ran alone';
  }
}
