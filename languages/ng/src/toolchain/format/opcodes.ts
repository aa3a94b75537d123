// The instructions: names, numbers and operands. Operands are little-endian and follow the opcode without gaps.

/**
 * How to read and show an operand. `string`, `function`, `type` and `import` are indices (u16) into the tables of the
 * module; `target` is an offset (i32) into the code of the function.
 */
export type OperandKind =
  | 'u8'
  | 'u16'
  | 'i8'
  | 'i16'
  | 'i32'
  | 'i64'
  | 'u32'
  | 'u64'
  | 'f32'
  | 'f64'
  | 'string'
  | 'function'
  | 'type'
  | 'import'
  | 'target'
  /** A count (u16) and as many bytes. */
  | 'flags'
  /** A count (u16) and as many pairs of a tag (u16, 0xFFFF for the rest) and a target. */
  | 'cases';

export interface Opcode {
  readonly code: number;
  readonly name: string;
  readonly operands: readonly OperandKind[];
}

const table: readonly (readonly [code: number, name: string, ...operands: OperandKind[]])[] = [
  [0x00, 'NOP'],
  [0x01, 'PUSH_UNIT'],
  [0x02, 'PUSH_BOOL', 'u8'],
  [0x03, 'PUSH_I8', 'i8'],
  [0x04, 'PUSH_I16', 'i16'],
  [0x05, 'PUSH_I32', 'i32'],
  [0x06, 'PUSH_I64', 'i64'],
  [0x07, 'PUSH_U8', 'u8'],
  [0x08, 'PUSH_U16', 'u16'],
  [0x09, 'PUSH_U32', 'u32'],
  [0x0a, 'PUSH_U64', 'u64'],
  [0x0b, 'PUSH_F32', 'f32'],
  [0x0c, 'PUSH_F64', 'f64'],
  // The original machine has no handler for this one, nor for HALT.
  [0x0d, 'PUSH_STR'],
  [0x0e, 'POP'],
  [0x0f, 'DUP'],
  [0x10, 'LOAD_PARAM', 'u16'],
  [0x11, 'LOAD_LOCAL', 'u16'],
  [0x12, 'STORE_LOCAL', 'u16'],
  [0x13, 'LOAD_GLOBAL', 'u16'],
  [0x14, 'STORE_GLOBAL', 'u16'],
  [0x15, 'MAKE_LOCAL_REF', 'u16'],
  [0x16, 'MAKE_GLOBAL_REF', 'u16'],
  [0x17, 'MAKE_PROPERTY_REF', 'u16'],
  [0x18, 'MAKE_PROPERTY_STR_REF', 'string'],
  [0x19, 'MAKE_INDEX_REF'],
  [0x1a, 'MAKE_TRAIT_REF', 'string'],
  [0x1b, 'LOAD_REF'],
  [0x1c, 'STORE_REF'],
  [0x1d, 'MOVE_LOCAL', 'u16'],
  [0x1e, 'MOVE_GLOBAL', 'u16'],
  [0x1f, 'MOVE_REF'],
  [0x20, 'LOAD_CONST', 'u16'],
  [0x21, 'LOAD_STR', 'string'],
  [0x22, 'ADD'],
  [0x23, 'SUB'],
  [0x24, 'MUL'],
  [0x25, 'DIV'],
  [0x26, 'MOD'],
  [0x27, 'NEG'],
  [0x28, 'EQ'],
  [0x29, 'LT'],
  [0x2a, 'GT'],
  [0x2b, 'NOT'],
  [0x2c, 'INSTANCE_OF', 'string'],
  [0x2d, 'JUMP', 'target'],
  [0x2e, 'JUMP_IF_FALSE', 'target'],
  [0x2f, 'CALL', 'function', 'u16'],
  [0x30, 'CALL_IMPORT', 'import', 'u16'],
  [0x31, 'RETURN'],
  [0x32, 'NEW_OBJECT', 'string', 'u16'],
  [0x33, 'GET_PROPERTY', 'u16'],
  [0x34, 'SET_PROPERTY', 'u16'],
  [0x35, 'GET_PROPERTY_STR', 'string'],
  [0x36, 'SET_PROPERTY_STR', 'string'],
  [0x37, 'NEW_ARRAY', 'u16'],
  [0x38, 'GET_INDEX'],
  [0x39, 'SET_INDEX'],
  [0x3a, 'NEW_TUPLE', 'u16'],
  [0x3b, 'GET_TUPLE_ITEM'],
  [0x3c, 'INVOKE_MEMBER', 'string', 'u16'],
  [0x3d, 'NEW_TUPLE_SPREAD', 'flags'],
  [0x3e, 'NEW_ARRAY_SPREAD', 'flags'],
  [0x3f, 'GET_TUPLE_REST'],
  [0x40, 'FOLD_MAP_CALL', 'function'],
  [0x41, 'FOLD_FILTER_CALL', 'function'],
  [0x42, 'FOLD_LEFT_CALL', 'function'],
  [0x43, 'FOLD_RIGHT_CALL', 'function'],
  [0x44, 'MAKE_RANGE', 'u8'],
  [0x45, 'SLICE_RANGE'],
  [0x46, 'NATIVE_CALL', 'string', 'u16'],
  [0x47, 'PRINT', 'u16'],
  [0x48, 'ASSERT'],
  [0x49, 'LSHIFT'],
  [0x4a, 'RSHIFT'],
  [0x4b, 'WRAP_NEWTYPE', 'string'],
  [0x4c, 'UNWRAP_NEWTYPE'],
  [0x4d, 'CONSTRUCT_TAGGED', 'type', 'u16', 'u16'],
  [0x4e, 'GET_TAG'],
  [0x4f, 'GET_PAYLOAD', 'u16'],
  [0x50, 'SWITCH_TAG', 'cases'],
  /** Ours, as the specification of the debugger asks: does nothing unless a debugger is attached. */
  [0x51, 'DEBUG_BREAK'],
  [0xff, 'HALT'],
];

export const opcodes: readonly Opcode[] = table.map(([code, name, ...operands]) => ({
  code,
  name,
  operands,
}));

const byCode = new Map(opcodes.map(opcode => [opcode.code, opcode]));
const byName = new Map(opcodes.map(opcode => [opcode.name, opcode]));

export const opcodeOf = (code: number): Opcode | undefined => byCode.get(code);

/** For code that emits: the number of an instruction by its name. */
export function codeOf(name: string): number {
  const found = byName.get(name);
  if (found === undefined) throw new RangeError(`there is no instruction ${name}`);
  return found.code;
}

export const debugBreak = 0x51;
