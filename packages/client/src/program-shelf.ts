// What is remembered belongs to a program: one shelf for each, on one that the browser keeps.

/** Where a text is kept: the browser's storage, or nothing in tests. */
export interface Shelf {
  read(): string | null;
  write(text: string): void;
}

/** Programs that nobody has looked at for long are forgotten. */
const mostPrograms = 60;

export class ProgramShelves {
  constructor(private readonly shelf: Shelf) {}

  of(program: string): Shelf {
    return {
      read: () => this.#entries().find(([name]) => name === program)?.[1] ?? null,
      write: text => {
        const others = this.#entries().filter(([name]) => name !== program);
        this.shelf.write(JSON.stringify([[program, text], ...others].slice(0, mostPrograms)));
      },
    };
  }

  /** Read anew each time: another window may have written. The storage may hold anything. */
  #entries(): readonly (readonly [program: string, text: string])[] {
    try {
      const value: unknown = JSON.parse(this.shelf.read() ?? '[]');
      return Array.isArray(value) ? value.filter(isEntry) : [];
    } catch {
      return [];
    }
  }
}

const isEntry = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(part => typeof part === 'string');
