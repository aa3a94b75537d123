// What an evaluator of expression programs needs from the stop it works on.

import type { RawValue, RelativePlace, RestoredMemory, TypeId, TypeTable } from '@sonde/engine';
import type { StopReader } from '@sonde/engine';

export interface EvaluationContext {
  readonly reader: StopReader;
  readonly types: TypeTable;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  /** The memory that pointers count in which do not tell; the ordinary one if absent. */
  readonly space?: string;
  /** A name's value in the frame that was asked about. */
  read(place: RelativePlace, type: TypeId): Promise<RawValue>;
  /** Writes and answers with what was read back; absent where nothing may be written. */
  write?(target: RawValue, value: RawValue): Promise<RawValue>;
  /** Runs code of the machine in the activation that was asked about; absent where the engine cannot. */
  run?(code: unknown, type: TypeId): Promise<RawValue>;
  /** `callee` is a name, or where the code begins; `result` is the type of what comes back. */
  call?(
    callee: string | bigint,
    args: readonly RawValue[],
    result: TypeId,
    restores?: readonly RestoredMemory[],
  ): Promise<RawValue>;
  /** Where a symbol of the program is; absent where nobody can tell. */
  symbol?(name: string): Promise<bigint | undefined>;
  /** Why a value must not be used at this stop; undefined where it may, or where nobody knows. */
  objection?(value: RawValue): Promise<string | undefined>;
  /** One-line text of a value, by the lens of the language. */
  format(value: RawValue): Promise<string>;
  readonly signal?: AbortSignal;
}
