// One request: its fields, read with checks, and the refusals that say what is wrong with them.

/** Answered as an error; its message is the text that clients see. */
export class Refusal extends Error {}

/** Of conditions and watches. */
export const longestExpression = 4_096;

/** Fields of an answer beside `version` and `status`. */
export type Answer = Readonly<Record<string, unknown>>;

export interface IntegerLimits {
  readonly min?: number;
  readonly max?: number;
}

export class Request {
  constructor(
    /** In small letters, as it was sent. */
    readonly cmd: string,
    readonly fields: Answer,
  ) {}

  has(name: string): boolean {
    return this.fields[name] !== undefined && this.fields[name] !== null;
  }

  /** The first of several names that is there. */
  named(...names: readonly string[]): string {
    return names.find(name => this.has(name)) ?? names[0]!;
  }

  integer(
    name: string,
    { min = 0, max = Number.MAX_SAFE_INTEGER }: IntegerLimits = {},
    absent?: number,
  ): number {
    if (!this.has(name)) {
      if (absent === undefined) throw this.missing(name);
      return absent;
    }
    const value = integerOf(this.fields[name]);
    if (value === undefined || value < min || value > max)
      throw new Refusal(`${name} is a number from ${min} to ${max}`);
    return value;
  }

  /** A byte of the 64 KiB of code or data. */
  address(name: string, absent?: number): number {
    const limits = { min: 0, max: 0xffff };
    return absent === undefined ? this.integer(name, limits) : this.integer(name, limits, absent);
  }

  number(name: string, absent?: number): number {
    const given = this.fields[name];
    if (given === undefined && absent !== undefined) return absent;
    if (given === undefined) throw this.missing(name);
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refusal(`${name} is a number`);
    return value;
  }

  text(name: string, absent?: string): string {
    const given = this.fields[name];
    if (typeof given === 'string') return given;
    if (this.has(name)) throw new Refusal(`${name} is a text`);
    if (absent === undefined) throw this.missing(name);
    return absent;
  }

  optionalText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  flag(name: string, absent = false): boolean {
    const given = this.fields[name];
    if (given === undefined || given === null) return absent;
    if (typeof given !== 'boolean') throw new Refusal(`${name} is true or false`);
    return given;
  }

  /** One number or several. */
  integers(name: string): readonly number[] {
    const given = this.fields[name];
    if (given === undefined || given === null) throw this.missing(name);
    const values = (Array.isArray(given) ? given : [given]).map(integerOf);
    if (values.some(value => value === undefined || value < 0) || values.length > 256)
      throw new Refusal(`${name} is a number or a list of numbers`);
    return values as number[];
  }

  texts(name: string): readonly string[] {
    const given = this.fields[name];
    if (given === undefined || given === null) return [];
    if (!Array.isArray(given) || given.length > 256 || given.some(each => typeof each !== 'string'))
      throw new Refusal(`${name} is a list of texts`);
    return given as string[];
  }

  /** The fields of an object in it; empty when it is absent. */
  part(name: string): Request {
    const given = this.fields[name] ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw new Refusal(`${name} is an object`);
    return new Request(this.cmd, given as Answer);
  }

  bytes(name: string, most: number): Uint8Array {
    const text = this.text(name);
    if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text))
      throw new Refusal(`${name} is made of pairs of hexadecimal digits`);
    if (text.length / 2 > most) throw new Refusal(`${name} has at most ${most} bytes`);
    return new Uint8Array(Buffer.from(text, 'hex'));
  }

  /** `op`, or what the dotted name of the command says. */
  operation(absent: string): string {
    const [, dotted] = this.cmd.split('.');
    return (dotted ?? this.text('op', absent)).toLowerCase();
  }

  unknownOperation(op: string): Refusal {
    return new Refusal(`unknown op '${op}' for ${this.cmd}`);
  }

  missing(name: string): Refusal {
    return new Refusal(`${this.cmd} requires '${name}'`);
  }
}

/** Undefined for what is no integer. Texts may be decimal or begin with 0x. */
export function integerOf(given: unknown): number | undefined {
  if (typeof given === 'number') return Number.isSafeInteger(given) ? given : undefined;
  if (typeof given !== 'string' || !/^\s*(?:-?\d{1,15}|0x[0-9a-f]{1,12})\s*$/i.test(given)) return undefined;
  return Number(given);
}

export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
