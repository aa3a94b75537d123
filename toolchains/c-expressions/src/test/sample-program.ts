// A program of a 32-bit machine for unit tests: types, variables in 64 KiB of memory, registers. Expressions are evaluated over
// it by both back ends, which have to agree.

import {
  nameScope,
  operationsOf,
  scalar,
  stopId,
  StopReader,
  TypeTable,
  type CompiledExpression,
  type EngineReads,
  type RawValue,
  type Scalar,
  type TypeId,
  type VisibleName,
} from '@sonde/engine';
import type { ExpressionContext, ExpressionLanguage } from '@sonde/language';
import {
  bytesToWrite,
  compileToJavaScript,
  evaluate,
  javascriptOperations,
  memoryOperations,
  scalarOf,
  type EvaluationContext,
} from '@sonde/lens';

export class SampleProgram {
  readonly types = new TypeTable();
  readonly bytes = new Uint8Array(0x1_0000);
  readonly memory = new DataView(this.bytes.buffer);
  readonly registers = new Map<string, bigint>();
  readonly #names: VisibleName[] = [];
  readonly #addresses: number[] = [];

  constructor(private readonly language: ExpressionLanguage) {}

  variable(name: string, type: TypeId, address: number): void {
    const index = this.#addresses.push(address) - 1;
    this.#names.push({ name, type, place: { kind: 'global', index }, kind: 'global' });
  }

  register(name: string, type: TypeId, value: bigint): void {
    this.registers.set(name, value);
    this.#names.push({ name, type, place: { kind: 'register', name }, kind: 'register' });
  }

  get context(): ExpressionContext {
    return { names: nameScope(this.#names), types: this.types };
  }

  compile(text: string): CompiledExpression {
    return this.language.compile(text, this.context);
  }

  typeOf(text: string): string {
    return this.types.get(this.compile(text).type).name;
  }

  /** What the text is worth; for structures and arrays the bytes. */
  async value(text: string): Promise<Scalar | Uint8Array> {
    const compiled = this.compile(text);
    const value = await this.#scalar(await evaluate(compiled.program, this.#evaluation()));
    if (typeof value === 'object' || !compiled.pure) return value;
    const other = this.#inThread(compiled);
    // A machine's words are numbers as long as they are exact; what they mean is the same.
    const isSame = typeof value === 'bigint' ? BigInt(other ?? 0) === value : Object.is(other, value);
    if (other !== undefined && !isSame)
      throw new Error(`${text} is ${String(value)} over a stop and ${String(other)} in the thread`);
    return value;
  }

  /** The bytes at a place after the text was put there as a client sets a variable. */
  async set(name: string, text: string): Promise<void> {
    const target = await evaluate(this.compile(name).program, this.#evaluation());
    const given =
      this.language.encode?.(text, target.type, this.context) ??
      (await evaluate(
        this.language.compileFor!(text, target.type, this.context).program,
        this.#evaluation(),
      ));
    this.#write(target, given);
  }

  #inThread({ program }: CompiledExpression): Scalar | undefined {
    const taken = new Set([...javascriptOperations, ...memoryOperations]);
    if ([...operationsOf(program)].some(operation => !taken.has(operation))) return undefined;
    const run = compileToJavaScript(program, { types: this.types, memory: true });
    const result = run({
      slot: () => undefined,
      global: () => undefined,
      memory: (_space, offset) => this.bytes[Number(offset)],
      register: name => Number(this.registers.get(name)),
      scalar: word => word as Scalar,
      home: this.memory,
      globalAt: index => this.#addresses[index]!,
    });
    return typeof result === 'object' ? undefined : result;
  }

  #evaluation(): EvaluationContext {
    const reads: EngineReads & { readonly types: TypeTable } = {
      types: this.types,
      readMemory: async (_stop, ranges) =>
        ranges.map(({ address, size }) => {
          const at = Number(address.offset);
          const end = Math.min(at + size, this.bytes.length);
          return at < end
            ? { bytes: this.bytes.slice(at, end) }
            : { bytes: new Uint8Array(0), why: 'beyond memory' };
        }),
      readObjects: async () => [],
      readPlaces: async () => [],
    };
    const reader = new StopReader(reads, stopId(1));
    return {
      reader,
      types: this.types,
      pointerSize: 4,
      littleEndian: true,
      read: async (place, type) => {
        if (place.kind === 'register') {
          const at = { kind: 'slot', frame: 'f', slot: 0 } as unknown as NonNullable<RawValue['place']>;
          return scalar(type, this.registers.get(place.name)!, at);
        }
        if (place.kind !== 'global') throw new Error(`unexpected ${place.kind}`);
        const offset = BigInt(this.#addresses[place.index]!);
        return {
          type,
          place: { kind: 'memory', address: { space: '', offset } },
          content: { kind: 'deferred' },
        };
      },
      write: async (target, value) => {
        reader.forget();
        return this.#write(target, value);
      },
      format: async () => '',
    };
  }

  #write(target: RawValue, value: RawValue): RawValue {
    const { place } = target;
    if (place?.kind !== 'memory') throw new Error('only memory is written here');
    const raw = scalarOf(value, this.types);
    const held: RawValue = raw === undefined ? value : scalar(target.type, raw);
    const bytes = bytesToWrite(place, held, this.types, true);
    const at = Number(place.address.offset);
    if (place.bits === undefined) this.bytes.set(bytes, at);
    else {
      const { offset, size } = place.bits;
      const mask = ((1 << size) - 1) << offset;
      this.memory.setUint32(at, (this.memory.getUint32(at, true) & ~mask) | (bytes[0]! << offset), true);
    }
    return { type: target.type, place, content: { kind: 'deferred' } };
  }

  async #scalar(value: RawValue): Promise<Scalar | Uint8Array> {
    if (value.content.kind === 'unavailable') throw new Error(value.content.why);
    const found = scalarOf(value, this.types);
    if (found !== undefined) return found;
    if (value.content.kind === 'bytes') return value.content.bytes;
    const { place } = value;
    if (place?.kind !== 'memory') throw new Error('a value without a place');
    const at = Number(place.address.offset);
    const size = place.size ?? this.types.resolve(value.type).size ?? 0;
    const bytes = this.bytes.slice(at, at + size);
    if (bytes.length < size) throw new Error(`nothing is at 0x${at.toString(16)}`);
    const loaded = scalarOf({ ...value, content: { kind: 'bytes', bytes } }, this.types);
    return loaded ?? bytes;
  }
}
