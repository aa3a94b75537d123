// JSON files that people write: their value, and where each part of it stands, so that what is wrong with one has a place.

import type { Problems } from './problems.js';
import type { Span } from './span.js';

/** Deeper nesting is refused, because reading it would overflow the stack. */
const deepest = 200;

export class JsonFile {
  private constructor(
    readonly value: unknown,
    private readonly places: ReadonlyMap<string, Span>,
  ) {}

  /** Undefined, with a problem, where it is no JSON. A name that stands twice in an object is one too. */
  static read(problems: Problems): JsonFile | undefined {
    const reader = new JsonReader(problems);
    try {
      const value = reader.document();
      return problems.hasErrors() ? undefined : new JsonFile(value, reader.places);
    } catch (error) {
      if (!(error instanceof NoJson)) throw error;
      problems.error(error.at, `this is no JSON: ${error.message}`);
      return undefined;
    }
  }

  /** Of a part by its JSON pointer (RFC 6901); of the nearest part around it where there is none. */
  placeOf(pointer: string): Span {
    for (let each = pointer; ; each = each.slice(0, each.lastIndexOf('/'))) {
      const found = this.places.get(each);
      if (found !== undefined) return found;
    }
  }
}

/** The pointer of a member or an element. */
export const jsonPointer = (parent: string, key: string | number): string =>
  `${parent}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

class NoJson extends Error {
  constructor(
    readonly at: Span,
    message: string,
  ) {
    super(message);
  }
}

class JsonReader {
  readonly places = new Map<string, Span>();
  readonly #text: string;
  #at = 0;

  constructor(private readonly problems: Problems) {
    this.#text = problems.text.text;
  }

  document(): unknown {
    const value = this.#value('', 0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#wrong('something follows behind the value');
    return value;
  }

  #value(pointer: string, depth: number): unknown {
    if (depth > deepest) throw this.#wrong(`it is nested deeper than ${deepest} levels`);
    this.#skipSpace();
    const start = this.#at;
    const first = this.#text[start];
    const value =
      first === '{'
        ? this.#object(pointer, depth)
        : first === '['
          ? this.#array(pointer, depth)
          : this.#scalar();
    this.places.set(pointer, this.problems.text.span(start, this.#at));
    return value;
  }

  #object(pointer: string, depth: number): unknown {
    const members = new Map<string, unknown>();
    this.#at++;
    if (this.#takes('}')) return {};
    do {
      this.#skipSpace();
      const start = this.#at;
      if (this.#text[start] !== '"') throw this.#wrong('a name in quotes was expected');
      const name = this.#scalar() as string;
      if (members.has(name))
        this.problems.error(
          this.problems.text.span(start, this.#at),
          `${JSON.stringify(name)} stands here twice`,
        );
      if (!this.#takes(':')) throw this.#wrong('a colon was expected');
      members.set(name, this.#value(jsonPointer(pointer, name), depth + 1));
    } while (this.#takes(','));
    if (!this.#takes('}')) throw this.#wrong('a comma or } was expected');
    return Object.fromEntries(members);
  }

  #array(pointer: string, depth: number): readonly unknown[] {
    const elements: unknown[] = [];
    this.#at++;
    if (this.#takes(']')) return elements;
    do elements.push(this.#value(jsonPointer(pointer, elements.length), depth + 1));
    while (this.#takes(','));
    if (!this.#takes(']')) throw this.#wrong('a comma or ] was expected');
    return elements;
  }

  /** A word, a number or a text: the rules of its inside are those of JSON.parse. */
  #scalar(): unknown {
    const scalar = /"(?:[^"\\\n]|\\.)*"|[^\s,:[\]{}"]+/y;
    scalar.lastIndex = this.#at;
    const [found] = scalar.exec(this.#text) ?? [];
    if (found === undefined)
      throw this.#wrong(this.#text[this.#at] === '"' ? 'a text is not closed' : 'a value was expected');
    try {
      const value: unknown = JSON.parse(found);
      this.#at += found.length;
      return value;
    } catch {
      throw this.#wrong(`${found.slice(0, 40)} is no value`, found.length);
    }
  }

  #takes(mark: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    const space = /[ \t\r\n]*/y;
    space.lastIndex = this.#at;
    this.#at += space.exec(this.#text)![0].length;
  }

  #wrong(message: string, length = 1): NoJson {
    const end = Math.min(this.#text.length, this.#at + length);
    return new NoJson(this.problems.text.span(Math.min(this.#at, end), end), message);
  }
}
