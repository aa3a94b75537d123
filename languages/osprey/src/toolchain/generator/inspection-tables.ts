// What a program tells its runtime and debuggers of itself: `osp_program` of runtime/inspection.h.

import {
  arrayConstant,
  i32,
  intConstant,
  nullPointer,
  ptr,
  structConstant,
  structType,
  type Constant,
  type GlobalValue,
  type IrModule,
} from '@sonde/llvm-ir';
import { layoutVersion } from '../inspection-format.js';
import type { TypeTables } from './type-tables.js';

const siteStruct = structType([ptr, ptr, i32, i32]);
const globalStruct = structType([ptr, ptr, ptr]);
const programStruct = structType([i32, i32, ptr, ptr, ptr, i32, i32, i32, i32]);

export interface Site {
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly column: number;
}

export class InspectionTables {
  readonly #program;
  readonly #sites = new Map<string, number>();
  readonly #siteEntries: Constant[] = [];
  readonly #globals: Constant[] = [];

  constructor(
    private readonly module: IrModule,
    private readonly types: TypeTables,
    /** Sites and names are for debuggers only. */
    private readonly debugging: boolean,
  ) {
    this.#program = module.laterGlobal('osprey.program');
    const nowhere = intConstant(i32, 0);
    this.#siteEntries.push(structConstant(siteStruct, [nullPointer, nullPointer, nowhere, nowhere]));
  }

  get program(): Constant {
    return this.#program.address;
  }

  /** Its number. */
  site({ file, function: name, line, column }: Site): number {
    const key = `${file}:${line}:${column}:${name}`;
    const known = this.#sites.get(key);
    if (known !== undefined) return known;
    const number =
      this.#siteEntries.push(
        structConstant(siteStruct, [
          this.module.string(file),
          this.module.string(name),
          intConstant(i32, line),
          intConstant(i32, column),
        ]),
      ) - 1;
    this.#sites.set(key, number);
    return number;
  }

  addGlobal(name: string, type: Constant, place: GlobalValue): void {
    const told = this.debugging ? this.module.string(name) : nullPointer;
    this.#globals.push(structConstant(globalStruct, [told, type, place]));
  }

  finish(): void {
    const { table, count } = this.types.finish();
    const sites = this.debugging ? this.#siteEntries : [];
    const counts = [count, sites.length, this.#globals.length, 0];
    const initial = structConstant(programStruct, [
      intConstant(i32, layoutVersion),
      intConstant(i32, this.debugging ? 1 : 0),
      table,
      this.#table('osprey.sites', siteStruct, sites),
      this.#table('osprey.globals', globalStruct, this.#globals),
      ...counts.map(number => intConstant(i32, number)),
    ]);
    this.#program.define(initial.type, { initial, linkage: 'internal', constant: true });
  }

  #table(name: string, element: typeof siteStruct, entries: readonly Constant[]): Constant {
    if (entries.length === 0) return nullPointer;
    const initial = arrayConstant(element, entries);
    return this.module.global(name, initial.type, { initial, linkage: 'internal', constant: true });
  }
}
