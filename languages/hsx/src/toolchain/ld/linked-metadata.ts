// The metadata of all objects as one, sorted, with handlers that have become addresses.

import {
  declaredCommand,
  declaredMailbox,
  declaredValue,
  DeclarationProblem,
} from '../format/declared-metadata.js';
import type { HxeCommand, HxeMetadata } from '../format/hxe.js';
import type { JsonObject } from '../format/json-value.js';
import type { Problem } from '../problem.js';
import { lookUp, type LinkedSymbol, type Module } from './layout.js';

export function linkedMetadata(
  modules: readonly Module[],
  exported: ReadonlyMap<string, LinkedSymbol>,
  problems: Problem[],
): HxeMetadata {
  const collect = <Entry>(
    kind: 'value' | 'command' | 'mailbox',
    read: (entry: JsonObject, module: Module) => Entry,
    keyOf: (entry: Entry) => string,
  ): Entry[] => {
    const found = new Map<string, { readonly entry: Entry; readonly module: Module }>();
    const list = { value: 'values', command: 'commands', mailbox: 'mailboxes' } as const;
    for (const module of modules)
      for (const raw of module.object.metadata[list[kind]])
        try {
          const entry = read(raw, module);
          const key = keyOf(entry);
          const earlier = found.get(key);
          if (earlier !== undefined)
            throw new DeclarationProblem(`${kind} ${key} is declared in ${earlier.module.name} as well`);
          found.set(key, { entry, module });
        } catch (error) {
          if (!(error instanceof DeclarationProblem)) throw error;
          problems.push({
            severity: 'error',
            kind: 'metadata',
            object: module.name,
            message: `a ${kind} of ${module.name}: ${error.message}`,
          });
        }
    return [...found.values()].map(({ entry }) => entry);
  };
  return {
    values: collect('value', declaredValue, keyOf).sort(byNumber),
    commands: collect('command', (raw, module) => command(raw, module, exported), keyOf).sort(byNumber),
    mailboxes: collect('mailbox', declaredMailbox, ({ target }) => target).sort((a, b) =>
      a.target < b.target ? -1 : 1,
    ),
  };
}

interface Numbered {
  readonly group: number;
  readonly id: number;
}

const keyOf = ({ group, id }: Numbered): string => `${group}:${id}`;
const byNumber = (a: Numbered, b: Numbered): number => a.group - b.group || a.id - b.id;

function command(raw: JsonObject, module: Module, exported: ReadonlyMap<string, LinkedSymbol>): HxeCommand {
  const { handler, ...rest } = declaredCommand(raw);
  if (typeof handler === 'number') return { ...rest, handler };
  const symbol = lookUp(module, handler, exported);
  if (symbol === undefined) throw new DeclarationProblem(`its handler ${handler} is in no object`);
  if (symbol.section !== 'text') throw new DeclarationProblem(`its handler ${handler} is no code`);
  return { ...rest, handler: symbol.address };
}
