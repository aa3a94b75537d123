// Calls put into words of C: whatever the language, values travel as C passes them on the machine, and LLDB's compiler
// knows how that is.

import { Failure, type RawValue, type TypeDescription, type TypeId, type TypeTable } from '@sonde/engine';
import { bytesOfValue } from '@sonde/lens';

/** What the bridge has LLDB evaluate: `before` the call itself, the type of the function, and what it is given. */
export interface CallCode {
  readonly before: string;
  readonly signature: string;
  readonly given: string;
  readonly returns: boolean;
}

/** Deeper ones are no types of a program. */
const deepest = 32;
/** What is passed by value has to fit the stack of the call. */
const largest = 1 << 16;

export function callCode(
  args: readonly RawValue[],
  result: TypeId | undefined,
  types: TypeTable,
  littleEndian: boolean,
): CallCode {
  const returned = result === undefined ? undefined : types.resolve(result);
  const returns = returned !== undefined && returned.kind !== 'unit';
  const lines: string[] = [];
  if (returns) lines.push(`typedef ${declared(returned, 'sonde_result', types)};`);
  for (const [index, value] of args.entries()) {
    const type = types.resolve(value.type);
    lines.push(`typedef ${declared(type, `sonde_type${index}`, types)};`);
    const bytes = bytesOfValue(value, types, littleEndian);
    if (bytes.length > largest) throw notPassed(`a ${type.name} of ${bytes.length} bytes`);
    lines.push(
      `unsigned char sonde_bytes${index}[${bytes.length}] __attribute__((aligned(16))) = {${bytes.join(',')}};`,
    );
  }
  const parameters = args.map((_, index) => `sonde_type${index}`).join(', ');
  return {
    before: lines.join('\n'),
    signature: `${returns ? 'sonde_result' : 'void'} (*)(${parameters === '' ? 'void' : parameters})`,
    given: args.map((_, index) => `*(sonde_type${index} *)sonde_bytes${index}`).join(', '),
    returns,
  };
}

const notPassed = (what: string): Failure =>
  new Failure('bad-expression', 'user', `${what} cannot be passed to a function from here.`);

/** A declaration of a name of this type. An array is passed as a struct that holds it. */
function declared(type: TypeDescription, name: string, types: TypeTable): string {
  if (type.kind === 'array') return `struct { ${member(type, 'whole', types, 0)}; } ${name}`;
  return member(type, name, types, 0);
}

function member(type: TypeDescription, name: string, types: TypeTable, depth: number): string {
  if (depth > deepest) throw notPassed(`a ${type.name}`);
  switch (type.kind) {
    case 'integer':
      return `${whole(type, type.signed)} ${name}`;
    case 'character':
      return `${whole(type, type.signed ?? true)} ${name}`;
    case 'boolean':
      return `${whole(type, false)} ${name}`;
    case 'enum':
      return member(types.resolve(type.underlying), name, types, depth + 1);
    case 'float':
      if (type.size === 4) return `float ${name}`;
      if (type.size === 8) return `double ${name}`;
      throw notPassed(`a ${type.name}`);
    case 'pointer':
      return `void *${name}`;
    case 'array':
      if (type.count === undefined || type.count === 0) throw notPassed(`a ${type.name}`);
      return member(types.resolve(type.element), `${name}[${type.count}]`, types, depth + 1);
    case 'struct':
      return `${record(type, types, depth)} ${name}`;
    default:
      throw notPassed(`a ${type.name}`);
  }
}

function whole({ name, size }: TypeDescription, signed: boolean): string {
  const word = size === undefined ? undefined : { 1: 'char', 2: 'short', 4: 'int', 8: 'long' }[size];
  if (word === undefined) throw notPassed(`a ${name}`);
  return `${signed ? 'signed' : 'unsigned'} ${word}`;
}

/** Only what lies as C would lay it is passed as C would pass it. */
function record(type: TypeDescription & { kind: 'struct' }, types: TypeTable, depth: number): string {
  if (type.fields.length === 0) throw notPassed(`a ${type.name}`);
  let end = 0;
  const members = type.fields.map((field, index) => {
    const of = types.resolve(field.type);
    const offset = (field.bitOffset ?? 0) / 8;
    const natural = Math.ceil(end / alignmentOf(of, types, depth)) * alignmentOf(of, types, depth);
    if (field.bitSize !== undefined || offset !== natural) throw notPassed(`a ${type.name}`);
    end = offset + (of.size ?? 0);
    return `${member(of, `member${index}`, types, depth + 1)};`;
  });
  return `struct { ${members.join(' ')} }`;
}

function alignmentOf(type: TypeDescription, types: TypeTable, depth: number): number {
  if (depth > deepest) return 1;
  if (type.kind === 'array') return alignmentOf(types.resolve(type.element), types, depth + 1);
  if (type.kind !== 'struct') return Math.max(1, type.size ?? 1);
  return Math.max(1, ...type.fields.map(({ type: id }) => alignmentOf(types.resolve(id), types, depth + 1)));
}
