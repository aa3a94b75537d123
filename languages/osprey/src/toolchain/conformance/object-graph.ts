// Item 7 of the list: what `sonde heap` tells of a program, asked as a tool would ask it.

import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';

const program = `type Item = { name: string, price: int }
type Hub = { item: Item }
let hub = Hub { item: Item { name: "tea", price: 3 } }
let first = [hub]
let second = { "hub": hub }
let before = 1 // #before
fn count() -> int = (listLength(first) + mapLength(second)) ?: 0
print("\${count()} \${hub.item.name}") // #look
`;

interface Node {
  readonly id: number;
  readonly type: string;
  readonly kind: string;
  readonly size: number;
  readonly summary?: string;
  readonly root?: string;
}
interface Edge {
  readonly kind: string;
  readonly name?: string | number;
  readonly node: Node;
}
interface Page {
  readonly total: number;
  readonly items: readonly Edge[];
}
interface Diff {
  readonly count: readonly [number, number];
  readonly types: readonly { readonly name: string; readonly count: readonly [number, number] }[];
  readonly largestAdded: readonly Node[];
  readonly idsDiffer: boolean;
}
interface Summary {
  readonly summary: { readonly retained: { readonly exactness: string; readonly why?: string } };
}
interface Why {
  readonly paths: readonly { readonly steps: readonly Edge[] }[];
}

/** Runs `sonde heap` with these arguments and gives what it prints as data. */
export type AskHeap = (...args: readonly string[]) => Promise<unknown>;

export async function objectGraphChecks(
  folder: string,
  ask: AskHeap,
): Promise<readonly { readonly found: boolean; readonly what: string }[]> {
  const source = join(folder, 'graph.osp');
  await writeFile(source, program);
  const index = join(folder, 'graph.heap');
  const items = (await ask(
    source,
    '--set',
    'memory=arc',
    '--find',
    'Item',
    '--save',
    index,
  )) as readonly Node[];
  const collectedIndex = join(folder, 'collected.heap');
  const { summary: collected } = (await ask(
    source,
    '--set',
    'memory=gc',
    '--addresses',
    '--save',
    collectedIndex,
  )) as Summary;
  const again = (await ask(collectedIndex, '--find', 'Item')) as readonly Node[];
  // Of one process that stops twice: nothing that was there at the first stop is another object at the second.
  const lines = program.split('\n');
  const lineOf = (marker: string): string => String(1 + lines.findIndex(line => line.includes(marker)));
  const twice = (await ask(source, '--at', lineOf('#look'), '--since', lineOf('#before'))) as Diff;
  const id = String(items[0]?.id ?? 0);
  const outgoing = (await ask(index, '--refs', id)) as Page;
  const incoming = (await ask(index, '--retainers', id)) as Page;
  const hub = String(incoming.items[0]?.node.id ?? 0);
  const page = (await ask(index, '--retainers', hub, '--start', '1', '--count', '1')) as Page;
  const { paths } = (await ask(index, '--why', id)) as Why;
  const { summary: counted } = (await ask(index)) as Summary;
  const roots = paths.flatMap(({ steps }) => steps.find(({ node }) => node.root !== undefined)?.name ?? []);
  const shown = [
    ...items,
    ...[...outgoing.items, ...incoming.items, ...paths.flatMap(({ steps }) => steps)].map(({ node }) => node),
  ];
  const holders = new Set(paths.map(({ steps }) => steps.map(({ name }) => name).join(' ')));
  return [
    {
      found:
        items.length === 1 &&
        again[0]?.id === items[0]?.id &&
        twice.count[0] > 0 &&
        !twice.idsDiffer &&
        twice.types.every(({ name, count }) => name !== 'Item' || count[0] === count[1]) &&
        !twice.largestAdded.some(({ type }) => type === 'Item' || type === 'Hub'),
      what: 'stable debug ids: the same object has the same one in two runs, and at two stops of one process',
    },
    {
      found: outgoing.items[0]?.kind === 'field' && incoming.items[0]?.name === 'item',
      what: 'typed incoming and outgoing edges, named as the program’s own tables name them',
    },
    { found: roots.length > 0 && holders.size >= 3, what: 'root paths: every owner behind a hub is told' },
    {
      found: page.total >= 3 && page.items.length === 1,
      what: 'bounded lazy expansion: one edge of several, on request',
    },
    {
      found: counted.retained.exactness === 'exact' && collected.retained.exactness === 'approximate',
      what: 'labelled approximation: exact with counted owners, approximate where the collector guesses',
    },
    {
      found: shown.length > 0 && shown.every(isTold) && addressAnywhere.test(again[0]?.summary ?? ''),
      what: 'no raw-layout guessing in editors: each object comes with its type, kind and size, without an address unless asked for',
    },
  ];
}

const addressAnywhere = /0x[0-9a-f]+/;

/** An editor needs nothing from memory to show it, and is given nothing to read memory with. */
const isTold = (node: Node): boolean =>
  node.type !== '' && node.kind !== '' && node.size >= 0 && !addressAnywhere.test(JSON.stringify(node));
