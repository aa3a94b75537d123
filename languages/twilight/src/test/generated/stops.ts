// What a debugger would show at every statement of a call, from debug information alone.

import {
  decodeAt,
  typesOf,
  valueToJson,
  type BuiltContract,
  type DebugFunction,
  type DebugInfo,
  type Json,
} from '../../toolchain/toolchain.js';
import { ContractHost, type CallContext, type CallResult } from './contract-host.js';
import { traced } from './traced.js';

export interface Stop {
  readonly line: number;
  readonly column: number;
  /** Of the function, or of the modifier that is inlined there. */
  readonly where: string;
  readonly locals: Readonly<Record<string, Json>>;
}

const isStatement = 1;
const isEpilogue = 4;
const isGenerated = 8;

/** Where statements begin and functions of the source end, by offset and place. */
export const statementRows = ({ meta }: BuiltContract) =>
  meta.debug_info!.source_map.data.x_twilight.stmts.filter(
    ([, , , , , , flags]) => (flags & isStatement) !== 0 && (flags & (isEpilogue | isGenerated)) !== 12,
  );

/** A host whose calls tell where they stop. */
export class StoppingHost extends ContractHost {
  readonly stops: Stop[] = [];

  constructor(contract: BuiltContract) {
    const info = contract.meta.debug_info!;
    const rows = statementRows(contract);
    const module = traced(contract.wasm, new Set(rows.map(([offset]) => offset)));
    super(contract, {
      bytes: module.bytes,
      imports: read =>
        module.imports((offset, locals) => {
          for (const [at, , line, column] of rows) {
            if (at !== offset) continue;
            this.stops.push({ line, column, ...look(contract, info, offset, locals, read) });
          }
        }),
    });
  }

  override call(name: string, args: unknown = [], context: CallContext = {}): CallResult {
    this.stops.length = 0;
    return super.call(name, args, context);
  }
}

type Read = (address: number, length: number) => Uint8Array | undefined;

function look(
  contract: BuiltContract,
  info: DebugInfo,
  offset: number,
  locals: readonly (number | bigint)[],
  read: Read,
): Pick<Stop, 'where' | 'locals'> {
  const { functions, scopes } = info.variable_info;
  const inside = ([from, to]: readonly number[]): boolean => offset >= from! && offset < to!;
  const of = Object.values(functions).find(({ body }) => inside(body))!;
  const types = typesOf(contract.meta);
  const shown: Record<string, Json> = {};
  const chain: string[] = [];
  for (let id = innermost(info, of, inside); id !== null; id = scopes[id]!.parent) chain.unshift(id);
  for (const id of chain)
    for (const variable of scopes[id]!.variables) {
      const found = variable.locations.find(({ range }) => inside(range));
      if (found === undefined || variable.kind === 'hidden') continue;
      shown[variable.name] = valueToJson(
        decodeAt(types, variable.type, found.loc, index => locals[index], read),
      );
    }
  const region = of.inlined.findLast(({ ranges }) => ranges.some(inside));
  return { where: region === undefined || region.kind === 'body' ? of.name : region.name, locals: shown };
}

/** The smallest scope around the offset. */
function innermost(
  info: DebugInfo,
  { body }: DebugFunction,
  inside: (range: readonly number[]) => boolean,
): string | null {
  let best: { readonly id: string; readonly size: number } | undefined;
  for (const [id, { ranges }] of Object.entries(info.variable_info.scopes))
    for (const range of ranges) {
      if (!inside(range) || range[0] < body[0] || range[1] > body[1]) continue;
      const size = range[1] - range[0];
      if (best === undefined || size <= best.size) best = { id, size };
    }
  return best?.id ?? null;
}
