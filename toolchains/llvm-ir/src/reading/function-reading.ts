// Functions of a module, from text to data.

import type { LogicalLine } from './logical-lines.js';
import { readBody, readValue, type MetadataBody, type MetadataId } from './metadata-text.js';
import type {
  BlockData,
  FunctionData,
  InstructionData,
  ParameterData,
  VariableRecord,
} from './module-data.js';
import { present } from './node-fields.js';
import { closingBracket, nameAt, scanOutside, splitAtCommas, splitAtSpaces, unquoted } from './scan.js';

/** Gives a number to a node that is written where it is used. */
export type Intern = (node: MetadataBody) => MetadataId;

type Head = Omit<FunctionData, 'blocks' | 'variables'>;

/** `define … {` or `declare …`; undefined where there is no name or no parameter list. */
export function readHead({ text, line }: LogicalLine, intern: Intern): Head | undefined {
  const [keyword = ''] = /^\w+/.exec(text) ?? [];
  const at = scanOutside(text, 0, (char, _, depth) => char === '@' && depth === 0);
  if (at === -1) return undefined;
  const { name, end } = nameAt(text, at + 1);
  const close = text[end] === '(' ? closingBracket(text, end) : -1;
  if (close === -1) return undefined;
  const { type, rest } = trailingType(splitAtSpaces(text.slice(keyword.length, at)));
  const given = splitAtCommas(text.slice(end + 1, close));
  const named = given.filter(part => part !== '...');
  const attached = /!dbg\s+(!.*?)\s*\{?$/.exec(`${text.slice(0, at)} ${text.slice(close + 1)}`);
  return {
    name,
    line,
    isDefinition: keyword === 'define',
    prefixes: rest,
    resultType: type,
    parameters: readParameters(named),
    varargs: given.length > named.length,
    ...present({ subprogram: attached === null ? undefined : attachedId(attached[1]!, intern) }),
  };
}

function readParameters(texts: readonly string[]): ParameterData[] {
  let unnamed = 0;
  return texts.map(text => {
    const words = splitAtSpaces(text);
    const last = words.length > 1 ? (words.at(-1) ?? '') : '';
    const isNamed = last.startsWith('%');
    const name = isNamed ? nameAt(last, 1).name : String(unnamed);
    if (!isNamed || /^\d+$/.test(name)) unnamed += 1;
    const { type, rest } = leadingType(isNamed ? words.slice(0, -1) : words);
    return { type, name, attributes: rest };
  });
}

/** A type may go on after a space: `ptr addrspace(1)`, `void (i32)*`. */
const continuesType = (word: string | undefined): boolean =>
  word !== undefined && (word.startsWith('addrspace(') || word.startsWith('('));

function leadingType(words: readonly string[]) {
  let count = 1;
  while (continuesType(words[count])) count += 1;
  return { type: words.slice(0, count).join(' '), rest: words.slice(count) };
}

function trailingType(words: readonly string[]) {
  let start = words.length - 1;
  while (start > 0 && continuesType(words[start])) start -= 1;
  return { type: words.slice(Math.max(start, 0)).join(' '), rest: words.slice(0, Math.max(start, 0)) };
}

/** Takes the statements of one body, in their order. */
export class BodyReader {
  readonly #blocks: { readonly label: string; readonly instructions: InstructionData[] }[] = [];
  readonly #variables: VariableRecord[] = [];

  constructor(
    private readonly head: Head,
    private readonly intern: Intern,
  ) {}

  take({ text, line }: LogicalLine): void {
    const label = /^(?:("[^"]*")|([-a-zA-Z$._0-9]+)):/.exec(text);
    if (label !== null) {
      this.#blocks.push({ label: label[1] === undefined ? label[2]! : unquoted(label[1]), instructions: [] });
      const behind = text.slice(label[0].length).trim();
      if (behind !== '') this.take({ text: behind, line });
      return;
    }
    const record = this.#record(text);
    if (record !== undefined) this.#variables.push(record);
    else if (!text.startsWith('#')) this.#block().instructions.push(this.#instruction(text, line));
  }

  finish(): FunctionData {
    const blocks: readonly BlockData[] = this.#blocks;
    return { ...this.head, blocks, variables: this.#variables };
  }

  /** A first block without a label has the number that follows those of the parameters. */
  #block() {
    const last = this.#blocks.at(-1);
    if (last !== undefined) return last;
    const numbered = this.head.parameters.filter(({ name }) => /^\d+$/.test(name)).length;
    const entry = { label: String(numbered), instructions: [] };
    this.#blocks.push(entry);
    return entry;
  }

  #instruction(text: string, line: number): InstructionData {
    const { code, location } = this.#attachments(text);
    const named = /^%(?:("[^"]*")|([-a-zA-Z$._0-9]+))\s*=\s*/.exec(code);
    const operation = named === null ? code : code.slice(named[0].length);
    const [, opcode = ''] = /^(?:(?:tail|musttail|notail)\s+)?([\w.]+)/.exec(operation) ?? [];
    const result = named === null ? undefined : named[1] === undefined ? named[2] : unquoted(named[1]);
    return { line, text: code, opcode, ...present({ result, location }) };
  }

  /** Cuts `, !dbg !1, !other !2` off the end. */
  #attachments(text: string): { readonly code: string; readonly location: MetadataId | undefined } {
    const parts = splitAtCommas(text);
    let location: MetadataId | undefined;
    for (;;) {
      const attached = /^!([-a-zA-Z$._][-\w$.]*)\s+(!.*)$/.exec(parts.at(-1) ?? '');
      if (attached === null || parts.length === 1) break;
      if (attached[1] === 'dbg') location = attachedId(attached[2]!, this.intern);
      parts.pop();
    }
    return { code: parts.join(', '), location };
  }

  #record(text: string): VariableRecord | undefined {
    // Before LLVM 19 these were calls.
    const head = /^(?:#dbg_(\w+)|(?:tail\s+)?call void @llvm\.dbg\.(\w+))\(/.exec(text);
    if (head === null) return undefined;
    const open = head[0].length - 1;
    const close = closingBracket(text, open);
    if (close === -1) return undefined;
    const isCall = head[2] !== undefined;
    const parts = splitAtCommas(text.slice(open + 1, close)).map(part => part.replace(/^metadata\s+/, ''));
    const [operand = '', variable = '', expression = '', here = ''] = parts;
    const id = readValue(variable);
    if (id.kind !== 'ref') return undefined;
    const location = isCall
      ? this.#attachments(text).location
      : attachedId(parts.at(-1) ?? here, this.intern);
    const block = this.#block();
    return {
      kind: head[1] ?? head[2]!,
      operand,
      variable: id.id,
      expression,
      block: block.label,
      before: block.instructions.length,
      ...present({ location }),
    };
  }
}

export function attachedId(text: string, intern: Intern): MetadataId | undefined {
  const value = readValue(text.trim());
  if (value.kind === 'ref') return value.id;
  const node = readBody(text.trim());
  return node === undefined ? undefined : intern(node);
}
