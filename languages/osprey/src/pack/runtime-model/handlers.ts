// The handlers of a strand as a scope: effect and operations, where each is installed, and the cells its arms use.

import { address, type TypeId } from '@sonde/engine';
import { inMemory, missingView, namedChildren, type Child, type View } from '@sonde/lens';
import { textAt, wordsAt, type RuntimeReads, type RuntimeScope, type Words } from '@sonde/language';

/** Words of `osp_handler`, `osp_handle_site` and `osp_captured_cell` of runtime/scheduling.h. */
const handler = { outer: 0, effect: 1, arms: 2, site: 6, count: 7 } as const;
const site = {
  operationCount: 1,
  operations: 2,
  resumes: 3,
  file: 4,
  line: 5,
  column: 6,
  cellCount: 7,
  cells: 8,
  count: 9,
} as const;
const cell = { name: 0, type: 1, arm: 2, offset: 3, global: 4, count: 5 } as const;

/** More are counted, and not listed. */
const most = 200;
/** Operations and cells of one handler, and bytes of a name, in memory that makes sense. */
const sensible = { parts: 256n, name: 256 };

/** The innermost first. */
export async function handlerScope(reads: RuntimeReads, innermost: bigint): Promise<RuntimeScope> {
  const rows: Child[] = [];
  const seen = new Set<bigint>();
  let at = innermost;
  while (at !== 0n && rows.length < most) {
    if (seen.has(at)) {
      rows.push({ name: '…', view: missingView('the list of handlers leads back to itself') });
      break;
    }
    seen.add(at);
    const words = await wordsAt(reads, at, handler.count);
    if (words === undefined) {
      rows.push({ name: '…', view: missingView(`the handler at 0x${at.toString(16)} cannot be read`) });
      break;
    }
    const name = (await textAt(reads, words.at(handler.effect), sensible.name)) ?? '?';
    rows.push({ name, view: await handlerView(reads, words) });
    at = words.at(handler.outer);
  }
  if (at !== 0n && rows.length === most) rows.push({ name: '…', view: { text: `only ${most} are listed` } });
  return { name: 'Handlers', children: namedChildren(rows) };
}

async function handlerView(reads: RuntimeReads, words: Words): Promise<View> {
  const told = await wordsAt(reads, words.at(handler.site), site.count);
  if (
    told === undefined ||
    told.at(site.operationCount) > sensible.parts ||
    told.at(site.cellCount) > sensible.parts
  )
    return missingView('what it is cannot be read');
  const file = await textAt(reads, told.at(site.file), 4_096);
  const place = file === undefined ? undefined : `${file}:${told.at(site.line)}:${told.at(site.column)}`;
  const operations = await operationsOf(reads, told);
  const children: Child[] = [
    ...operations.map(({ name, resumes }) => ({
      name,
      view: { text: resumes ? 'its arm may resume' : 'its arm answers' },
    })),
    ...(place === undefined ? [] : [{ name: 'installed at', view: { text: place } }]),
    ...(await cellsOf(reads, words.at(handler.arms), told)),
  ];
  const names = operations.map(({ name }) => name).join(', ');
  return { text: place === undefined ? names : `${names} at ${place}`, children: namedChildren(children) };
}

async function operationsOf(
  reads: RuntimeReads,
  told: Words,
): Promise<readonly { readonly name: string; readonly resumes: boolean }[]> {
  const count = Number(told.at(site.operationCount));
  const names = await wordsAt(reads, told.at(site.operations), count);
  const { bytes } = await reads.reader.memory(address(told.at(site.resumes)), count);
  return Promise.all(
    Array.from({ length: count }, async (_, nth) => ({
      name: (names && (await textAt(reads, names.at(nth), sensible.name))) ?? '?',
      resumes: bytes[nth] === 1,
    })),
  );
}

/** Each by the address that lies in the closure of an arm, or in a place of the file level. */
async function cellsOf(reads: RuntimeReads, arms: bigint, told: Words): Promise<readonly Child[]> {
  const count = Number(told.at(site.cellCount));
  if (count === 0) return [];
  const all = await wordsAt(reads, told.at(site.cells), count * cell.count);
  if (all === undefined) return [{ name: 'cells', view: missingView('they cannot be read') }];
  const parts = Array.from(
    { length: count },
    (_, nth) => (field: number) => all.at(nth * cell.count + field),
  );
  const texts = await Promise.all(
    parts.map(async part => ({
      name: (await textAt(reads, part(cell.name), sensible.name)) ?? '?',
      type: (await textAt(reads, part(cell.type), 4_096)) ?? '?',
    })),
  );
  const types = (await reads.typesNamed?.(texts.map(({ type }) => type))) ?? [];
  return Promise.all(
    parts.map(async (part, nth): Promise<Child> => {
      const { name, type } = texts[nth]!;
      return cellRow(name, type, types[nth], await cellPlace(reads, arms, part));
    }),
  );
}

async function cellPlace(
  reads: RuntimeReads,
  arms: bigint,
  part: (field: number) => bigint,
): Promise<bigint> {
  const global = part(cell.global);
  if (global !== 0n) return (await wordsAt(reads, global, 1))?.at(0) ?? 0n;
  const closure = (await wordsAt(reads, arms + part(cell.arm) * 8n, 1))?.at(0);
  return closure === undefined ? 0n : ((await wordsAt(reads, closure + part(cell.offset), 1))?.at(0) ?? 0n);
}

function cellRow(name: string, typeName: string, type: TypeId | undefined, at: bigint): Child {
  if (at === 0n) return { name, view: missingView('its cell cannot be read') };
  if (type === undefined)
    return { name, view: missingView(`the program does not describe the type ${typeName}`) };
  return { name, value: inMemory(type, address(at)) };
}
