import { expect, test } from 'vitest';
import { seededRandom } from '@sonde/testkit/seeded-random';
import { output } from '../test/runtime/bench-machine.js';

// Values are shared until they are written; a program must not be able to tell. Random programs run on the machine and on
// a model that copies everything at once and keeps each part in a cell of its own.

interface Cell {
  value: number | readonly Cell[];
}

const cellOf = (value: Cell['value']): Cell => ({ value });

function cloned({ value }: Cell): Cell {
  return cellOf(typeof value === 'number' ? value : value.map(cloned));
}

function shown({ value }: Cell): string {
  return typeof value === 'number' ? String(value) : `[${value.map(shown).join(', ')}]`;
}

function part({ value }: Cell, index: number): Cell {
  if (typeof value === 'number') throw new Error('not a list');
  return value[index]!;
}

const assign = (to: Cell, from: Cell): void => {
  to.value = cloned(from).value;
};

const arrays = 3;
const references = 3;

/** One step: what it does in the model, and its instructions. */
class Steps {
  readonly variables = Array.from({ length: arrays }, (_, nth) =>
    cellOf([0, 1].map(row => cellOf([0, 1].map(column => cellOf(100 * nth + 10 * row + column))))),
  );
  /** Locals behind the arrays: the cell, and how deep inside of an array it is. */
  readonly references: ({ readonly cell: Cell; readonly depth: number } | undefined)[] = [];
  saved = cellOf(0);
  readonly code: string[] = this.variables.map(
    (_, nth) =>
      `${[0, 1]
        .map(row => `PUSH_I32 ${100 * nth + 10 * row}\nPUSH_I32 ${100 * nth + 10 * row + 1}\nNEW_ARRAY 2`)
        .join('\n')}\nNEW_ARRAY 2\nSTORE_LOCAL ${nth}\nPOP`,
  );
  readonly printed: string[] = [];

  constructor(private readonly random: (below: number) => number) {}

  next(): void {
    const [x, y, r] = [this.random(arrays), this.random(arrays), this.random(references)];
    const [i, j, k] = [this.random(2), this.random(2), this.random(1_000)];
    const a = this.variables[x]!;
    const b = this.variables[y]!;
    const held = this.references[r];
    const slot = arrays + r;
    switch (this.random(10)) {
      case 0:
        assign(a, b);
        return this.emit(`LOAD_LOCAL ${y}\nSTORE_LOCAL ${x}\nPOP`);
      case 1:
        part(part(a, i), j).value = k;
        return this.emit(`${this.element(x, i, j)}\nPUSH_I32 ${k}\nSTORE_REF\nPOP`);
      case 2:
        assign(part(a, i), part(b, j));
        return this.emit(`${this.row(x, i)}\nLOAD_LOCAL ${y}\nPUSH_I32 ${j}\nGET_INDEX\nSTORE_REF\nPOP`);
      case 3:
        this.references[r] = { cell: a, depth: 0 };
        return this.emit(`MAKE_LOCAL_REF ${x}\nSTORE_LOCAL ${slot}\nPOP`);
      case 4:
        this.references[r] = { cell: part(a, i), depth: 1 };
        return this.emit(`${this.row(x, i)}\nSTORE_LOCAL ${slot}\nPOP`);
      case 5:
        this.references[r] = { cell: part(part(a, i), j), depth: 2 };
        return this.emit(`${this.element(x, i, j)}\nSTORE_LOCAL ${slot}\nPOP`);
      case 6:
        if (held !== undefined) this.writeThrough(slot, held, { y, i, j, k });
        return;
      case 7:
        // The right side keeps a copy of the whole before the left side is written.
        this.saved = cloned(b);
        part(part(a, i), j).value = 7;
        return this.emit(`${this.element(x, i, j)}\nLOAD_LOCAL ${y}\nCALL save 1\nSTORE_REF\nPOP`);
      case 8: {
        const made = cellOf([cloned(part(b, j)), cloned(part(a, i))]);
        assign(a, made);
        const item = (from: number, at: number): string => `LOAD_LOCAL ${from}\nPUSH_I32 ${at}\nGET_INDEX`;
        return this.emit(`${item(y, j)}\n${item(x, i)}\nNEW_ARRAY 2\nSTORE_LOCAL ${x}\nPOP`);
      }
      default:
        part(part(a, i), 0).value = k;
        return this.emit(`${this.row(x, i)}\nPUSH_I32 ${k}\nCALL setFirst 2\nPOP`);
    }
  }

  writeThrough(
    slot: number,
    { cell, depth }: { readonly cell: Cell; readonly depth: number },
    { y, i, j, k }: { readonly y: number; readonly i: number; readonly j: number; readonly k: number },
  ): void {
    const from = this.variables[y]!;
    if (depth === 0) {
      assign(cell, from);
      this.emit(`LOAD_LOCAL ${slot}\nLOAD_LOCAL ${y}\nSTORE_REF\nPOP`);
    } else if (depth === 1 && i === 0) {
      assign(cell, part(from, j));
      this.emit(`LOAD_LOCAL ${slot}\nLOAD_LOCAL ${y}\nPUSH_I32 ${j}\nGET_INDEX\nSTORE_REF\nPOP`);
    } else if (depth === 1) {
      part(cell, j).value = k;
      this.emit(`LOAD_LOCAL ${slot}\nPUSH_I32 ${j}\nMAKE_INDEX_REF\nPUSH_I32 ${k}\nSTORE_REF\nPOP`);
    } else {
      cell.value = k;
      this.emit(`LOAD_LOCAL ${slot}\nPUSH_I32 ${k}\nSTORE_REF\nPOP`);
    }
  }

  printAll(): void {
    this.variables.forEach((cell, nth) => {
      this.printed.push(shown(cell));
      this.emit(`LOAD_LOCAL ${nth}\nPRINT 1\nPOP`);
    });
    this.references.forEach((held, nth) => {
      if (held === undefined) return;
      this.printed.push(shown(held.cell));
      this.emit(`LOAD_LOCAL ${arrays + nth}\nLOAD_REF\nPRINT 1\nPOP`);
    });
    if (typeof this.saved.value === 'number') return;
    this.printed.push(shown(this.saved));
    this.emit('LOAD_GLOBAL 0\nPRINT 1\nPOP');
  }

  private row(x: number, i: number): string {
    return `MAKE_LOCAL_REF ${x}\nPUSH_I32 ${i}\nMAKE_INDEX_REF`;
  }

  private element(x: number, i: number, j: number): string {
    return `${this.row(x, i)}\nPUSH_I32 ${j}\nMAKE_INDEX_REF`;
  }

  private emit(code: string): void {
    this.code.push(code);
  }
}

const functions = `PUSH_UNIT\nRETURN
fun save/1\nLOAD_LOCAL 0\nSTORE_GLOBAL 0\nPOP\nPUSH_I32 7\nRETURN
fun setFirst/2\nLOAD_LOCAL 0\nPUSH_I32 0\nMAKE_INDEX_REF\nLOAD_LOCAL 1\nSTORE_REF\nRETURN`;

test('no program can tell that values are shared', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const steps = new Steps(seededRandom(seed));
    for (let step = 0; step < 40; step++) {
      steps.next();
      if (step % 8 === 7) steps.printAll();
    }
    const printed = output([...steps.code, functions].join('\n'));
    expect(printed, `seed ${seed}`).toBe(steps.printed.map(line => `${line}\n`).join(''));
  }
});
