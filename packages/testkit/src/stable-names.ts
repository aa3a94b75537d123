// Stable names: what differs from run to run (ids, ports, addresses, temporary paths) is named by order of appearance.
import { tmpdir } from 'node:os';
import { realpathSync } from 'node:fs';

export interface StableNameOptions {
  /** Folders and files that get a fixed name: `{ '${program}': '/home/…/loop.x' }`. The longest path wins. */
  readonly paths?: Readonly<Record<string, string>>;
}

/** Keys of the protocol whose numbers or texts are ids, and what kind of thing they name. */
const kindOfKey: Readonly<Record<string, string>> = {
  threadId: 'thread',
  threadIds: 'thread',
  frameId: 'frame',
  variablesReference: 'reference',
  sourceReference: 'source',
  seq: 'message',
  request_seq: 'message',
  requestId: 'message',
  hitBreakpointIds: 'breakpoint',
  breakpointId: 'breakpoint',
  systemProcessId: 'process',
  processId: 'process',
  shellProcessId: 'process',
  memoryReference: 'address',
  instructionReference: 'address',
  instructionPointerReference: 'address',
  address: 'address',
  dataId: 'data',
  progressId: 'progress',
  valueLocationReference: 'location',
  declarationLocationReference: 'location',
  locationReference: 'location',
  targetId: 'target',
};

/** What a bare `id` names depends on the list it stands in. */
const kindOfIdInside: Readonly<Record<string, string>> = {
  stackFrames: 'frame',
  threads: 'thread',
  breakpoints: 'breakpoint',
  breakpoint: 'breakpoint',
  targets: 'target',
  modules: 'module',
  module: 'module',
};

/** Zero means "none" for these. */
const zeroMeansNone: ReadonlySet<string> = new Set(['reference', 'source']);

const addressInText = /\b0x[0-9a-f]{6,16}\b/gi;
const portInText = /((?:127\.0\.0\.1|\[::1\]|localhost):)(\d{2,5})\b/g;
const processInText = /\b(pid[ :=]+|process )(\d+)\b/gi;

export class StableNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();
  readonly #paths: readonly (readonly [path: string, name: string])[];
  readonly #temporary: RegExp;

  constructor(options: StableNameOptions = {}) {
    this.#paths = Object.entries(options.paths ?? {})
      .map(([name, path]) => [path, name] as const)
      .sort(([one], [other]) => other.length - one.length);
    const folders = [...new Set([tmpdir(), realpathSync(tmpdir())])].map(escapeForPattern);
    // The first part below the folder for temporary files is what differs; what follows is the test's own.
    this.#temporary = new RegExp(`(?:${folders.join('|')})[\\\\/][^\\\\/\\s"':,;)\\]}]+`, 'g');
  }

  /** The name of one id, such as `thread1`. */
  nameOf(kind: string, id: string | number): string {
    const key = `${kind} ${id}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}${count}`;
    this.#names.set(key, name);
    return name;
  }

  text(text: string): string {
    let stable = text;
    for (const [path, name] of this.#paths) stable = stable.replaceAll(path, name);
    return stable
      .replaceAll(this.#temporary, path => `\${${this.nameOf('temp', path)}}`)
      .replaceAll(portInText, (_, host: string, port: string) => host + this.nameOf('port', port))
      .replaceAll(processInText, (_, word: string, pid: string) => word + this.nameOf('process', pid))
      .replaceAll(addressInText, address => this.nameOf('address', address.toLowerCase()));
  }

  /** A message or a part of it, with every id replaced. */
  value(value: unknown, key = '', inside = ''): unknown {
    if (Array.isArray(value)) return value.map(element => this.value(element, key, inside));
    if (typeof value === 'object' && value !== null) {
      const owner = key === '' ? inside : key;
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, this.value(part, name, owner)]),
      );
    }
    const kind = key === 'id' ? kindOfIdInside[inside] : kindOfKey[key];
    if (kind !== undefined && (typeof value === 'number' || typeof value === 'string')) {
      if (value === 0 && zeroMeansNone.has(kind)) return value;
      return this.nameOf(kind, typeof value === 'string' ? value.toLowerCase() : value);
    }
    return typeof value === 'string' ? this.text(value) : value;
  }
}

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
