// Aria's types as a debugger sees them, under their Aria names.

import { i32, i64, i8, ptr, structLayout, structType } from '@sonde/llvm-ir';
import type { BasicEncoding, DebugComposite, DebugType, DebugUnit, StructType } from '@sonde/llvm-ir';
import type { AriaType, ResultType, StructDeclaration, TypedProgram } from '../checker/typed-program.js';
import { int32, int64, tbb8 } from '../checker/types.js';
import { fatLayout, stringLayout, type TypeLayout } from './type-layout.js';

/** The C names by which debuggers know machine types. */
const wholeNames = { 8: 'char', 16: 'short', 32: 'int', 64: 'long' } as const;

export class TypeDescriptions {
  readonly #known = new Map<string, DebugType>();
  #frame: DebugType | undefined;

  constructor(
    private readonly program: TypedProgram,
    private readonly layout: TypeLayout,
    private readonly unit: DebugUnit,
  ) {}

  get(type: AriaType): DebugType {
    const known = this.#known.get(type.name);
    if (known !== undefined) return known;
    // A struct may lead back to itself and is then known already.
    const made = this.#make(type);
    if (!this.#known.has(type.name)) this.#known.set(type.name, made);
    return this.#known.get(type.name)!;
  }

  /** The type of a function itself; void is nothing. */
  subroutine(result: AriaType, parameters: readonly AriaType[]): DebugType {
    return this.unit.types.subroutine(
      result.kind === 'void' ? undefined : this.get(result),
      parameters.map(type => this.get(type)),
    );
  }

  #make(type: AriaType): DebugType {
    const { types } = this.unit;
    switch (type.kind) {
      case 'integer':
        return types.typedef(type.name, this.#whole(type.bits, type.signed));
      case 'tbb':
        return types.typedef(type.name, this.#whole(type.bits, true));
      case 'float':
        return types.typedef(
          type.name,
          types.basic(type.bits === 32 ? 'float' : 'double', type.bits, 'float'),
        );
      case 'bool':
        return types.typedef(type.name, types.basic('_Bool', 8, 'boolean'));
      case 'string': {
        const data = types.pointer(types.basic('char', 8, 'signed_char'));
        return types.structLike(stringLayout, { name: 'string' }, [
          { name: 'data', type: data },
          { name: 'length', type: this.get(int64) },
        ]);
      }
      case 'struct':
        return this.#struct(this.program.structs.get(type.name)!, this.layout.struct(type));
      case 'enum': {
        const { members, at } = this.program.enums.get(type.name)!;
        const declared = { file: this.unit.file, line: at.line };
        return types.enumeration(type.name, this.get(int32), members, declared);
      }
      case 'array':
        return types.array(this.#element(type.element), type.length);
      case 'pointer':
      case 'reference':
      case 'gc':
        return types.typedef(type.name, types.pointer(this.get(type.target)));
      case 'wild':
        return this.#wild(type.name, this.get(type.target));
      case 'result':
        return this.#result(type);
      case 'future':
        return types.typedef(type.name, types.pointer(this.#coroutineFrame(type)));
      case 'function': {
        const result: AriaType = { kind: 'result', name: `result<${type.result.name}>`, value: type.result };
        return types.typedef(type.name, types.pointer(this.subroutine(result, type.parameters)));
      }
      case 'void':
        throw new Error('void has no description');
    }
  }

  /**
   * Arrays in arrays have a name, because debuggers would spell the whole as C does, with the lengths the other way round:
   * int8[2][3] are three int8[2].
   */
  #element(type: AriaType): DebugType {
    const described = this.get(type);
    return type.kind === 'array' ? this.unit.types.typedef(type.name, described) : described;
  }

  #whole(bits: 8 | 16 | 32 | 64, signed: boolean): DebugType {
    const name = `${signed ? (bits === 8 ? 'signed ' : '') : 'unsigned '}${wholeNames[bits]}`;
    // Debuggers would take plain numbers of eight bits for text, and arrays of them for strings.
    const eight: BasicEncoding = signed ? 'signed_char' : 'unsigned_char';
    const encoding: BasicEncoding = bits === 8 ? eight : signed ? 'signed' : 'unsigned';
    return this.unit.types.basic(name, bits, encoding);
  }

  #struct({ name, at, fields }: StructDeclaration, struct: StructType): DebugType {
    const { size, offsets } = structLayout(struct);
    const { file } = this.unit;
    const made: DebugComposite = this.unit.types.forward({ name, file, line: at.line, sizeInBits: size * 8 });
    this.#known.set(name, made);
    this.unit.types.complete(
      made,
      fields.map((field, index) => ({
        name: field.name,
        type: this.get(field.type),
        offsetInBits: offsets[index]! * 8,
        file,
        line: field.at.line,
      })),
    );
    return made;
  }

  #result(type: ResultType): DebugType {
    const { types } = this.unit;
    const members = [{ name: 'err', type: this.get(tbb8) }];
    if (type.value.kind !== 'void') members.push({ name: 'val', type: this.get(type.value) });
    return types.structLike(this.layout.struct(type), { name: type.name }, members);
  }

  #wild(name: string, target: DebugType): DebugType {
    const { types } = this.unit;
    if (!this.layout.fatPointers) return types.typedef(name, types.pointer(target));
    // Debuggers take structs of one name for one, so that each has the name of its target in its own.
    const fat = types.structLike(fatLayout, { name: name.replace(/^wild_ptr/, 'FatPtr') }, [
      { name: 'ptr', type: types.pointer(target) },
      { name: 'base', type: types.pointer(undefined) },
      { name: 'size', type: this.#whole(64, false) },
      { name: 'scope_id', type: this.#whole(64, false) },
    ]);
    return types.typedef(name, fat);
  }

  /** The runtime has no debug information of its own, so that nobody steps into it: its frames are described here. */
  #coroutineFrame({ value }: ResultType): DebugType {
    const result: AriaType = { kind: 'result', name: `result<${value.name}>`, value };
    const any = (this.#frame ??= this.#frameStruct('CoroutineFrame', undefined, undefined));
    return this.#frameStruct(`CoroutineFrame<${value.name}>`, this.get(result), any);
  }

  /** Frames lead to frames of any kind. */
  #frameStruct(name: string, promise: DebugType | undefined, other: DebugType | undefined): DebugType {
    const { types } = this.unit;
    const whole = frameFields.map(([, type]) =>
      type === 'text' || type === 'frame' || type === 'address' ? ptr : type,
    );
    const layout = structType(whole);
    const { size, offsets } = structLayout(layout);
    const frame = types.forward({ name, sizeInBits: size * 8 });
    const text = types.pointer(types.qualified('const', types.basic('char', 8, 'signed_char')));
    const described = (name: string, type: (typeof frameFields)[number][1]): DebugType => {
      if (name === 'promise') return types.pointer(promise);
      if (type === 'text') return text;
      if (type === 'frame') return types.pointer(other ?? frame);
      if (type === 'address') return types.pointer(undefined);
      return this.#whole(type.bits as 8 | 32 | 64, type.bits < 64);
    };
    types.complete(
      frame,
      frameFields.map(([name, type], index) => ({
        name,
        type: described(name, type),
        offsetInBits: offsets[index]! * 8,
      })),
    );
    return frame;
  }
}

/** `struct CoroutineFrame` of runtime/aria.h. */
const frameFields = [
  ['resume_pc', 'address'],
  ['frame_pointer', 'address'],
  ['waiting_on', 'frame'],
  ['waiter', 'frame'],
  ['state', i32],
  ['err', i8],
  ['name', 'text'],
  ['file', 'text'],
  ['line', i32],
  ['awaiting', 'text'],
  ['id', i64],
  ['promise', 'address'],
  ['promise_size', i64],
  ['stack_pointer', 'address'],
  ['stack_low', 'address'],
  ['stack_high', 'address'],
  ['next', 'frame'],
  ['previous', 'frame'],
  ['next_waiter', 'frame'],
  ['roots', 'address'],
  ['scope', i64],
  ['args', 'address'],
  ['args_size', i64],
  ['args_pointers', 'address'],
  ['promise_pointers', 'address'],
  ['args_pointer_count', i32],
  ['promise_pointer_count', i32],
  ['machine', 'address'],
] as const;
