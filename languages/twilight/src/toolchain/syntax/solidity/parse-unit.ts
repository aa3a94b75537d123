// A file of the solidity mode.

import type { ItemTree, Name, UnitTree, UseTree } from '../tree.js';
import { parseContract, parseEnum, parseFileConstant, parseStruct } from './parse-contract.js';
import { parseFunction } from './parse-functions.js';
import { isRejectedForm, rejectedForm } from './rejections.js';
import type { SolidityCursor } from './solidity-cursor.js';

export function parseSolidityUnit(cursor: SolidityCursor): UnitTree {
  const uses: UseTree[] = [];
  const items: ItemTree[] = [];
  while (!cursor.atEnd)
    cursor.recovering(() => {
      if (cursor.takes(';')) return;
      if (cursor.takes('pragma')) {
        cursor.expect(';', 'A pragma ends with ; on its line.');
        return;
      }
      if (cursor.sees('import')) uses.push(...parseImport(cursor));
      else items.push(shared(parseItem(cursor)));
    });
  return { mode: 'solidity', uses, items };
}

function parseItem(cursor: SolidityCursor): ItemTree {
  const { text, kind, at } = cursor.peek();
  if (kind === 'word' && isRejectedForm(text)) throw rejectedForm(text, at);
  if (cursor.sees('contract')) return parseContract(cursor);
  if (cursor.sees('struct')) return parseStruct(cursor);
  if (cursor.sees('enum')) return parseEnum(cursor);
  if (cursor.sees('function')) return parseFunction(cursor, false);
  if (cursor.sees('event') || cursor.sees('error'))
    throw cursor.mistake(`${text} must stand in the contract that uses it`);
  if (cursor.is('name')) return parseFileConstant(cursor);
  throw cursor.mistake(`expected a contract, found ${cursor.found()}`);
}

/** What stands in a file has no visibility in Solidity: every file that imports it may use it. */
function shared(item: ItemTree): ItemTree {
  const { visibility } = item;
  if (visibility !== 'private' || item.kind === 'contract') return item;
  if (item.kind !== 'struct') return { ...item, visibility: 'crate' };
  const fields = item.fields.map(field => ({ ...field, visibility: 'crate' as const }));
  return { ...item, visibility: 'crate', fields };
}

/** `import "./rates.twl";`, `import {fee as rate} from "./rates.twl";` */
function parseImport(cursor: SolidityCursor): UseTree[] {
  const { at } = cursor.advance();
  if (cursor.is('string')) {
    const path = parseModule(cursor);
    cursor.expect(';');
    return [{ path, all: true, alias: path.at(-1)!, at: cursor.from(at) }];
  }
  const names = cursor.bracketed('{', '}', () => {
    const name = cursor.name('a name');
    return { name, alias: cursor.takesName('as') ? cursor.name('another name') : name };
  });
  if (!cursor.takesName('from')) throw cursor.mistake(`expected from, found ${cursor.found()}`);
  const path = parseModule(cursor);
  cursor.expect(';');
  return names.map(({ name, alias }) => ({ path: [...path, name], all: false, alias, at: cursor.from(at) }));
}

/** A file beside this one is a module beside this one. */
function parseModule(cursor: SolidityCursor): Name[] {
  const { at } = cursor.peek();
  const file = cursor.string('a file');
  if (!/^\.\.?\/(?:[\w.]+\/)*\w+\.twl$/.test(file))
    throw cursor.mistake(`${file} is no file of this package`, 'Write a relative path: "./rates.twl".', at);
  const steps = file.replace(/\.twl$/, '').split('/');
  const names = steps.filter(step => step !== '.' && step !== '..').map(text => ({ text, at }));
  const up = steps.filter(step => step === '..').map(() => ({ text: 'super', at }));
  return [{ text: 'super', at }, ...up, ...names];
}
