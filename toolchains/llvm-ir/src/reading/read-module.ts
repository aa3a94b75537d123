// Reads a module that some compiler wrote: its functions and its debug metadata. Passes over what it does not know.

import { readDebugData } from './debug-reading.js';
import { attachedId, BodyReader, readHead, type Intern } from './function-reading.js';
import { logicalLines, type LogicalLine } from './logical-lines.js';
import { metadataId, readBody, type MetadataBody, type MetadataId } from './metadata-text.js';
import type { FunctionData, GlobalData, ModuleData } from './module-data.js';
import { nameAt, splitAtCommas, splitAtSpaces, unquoted } from './scan.js';

export function readModule(source: string): ModuleData {
  const lines = logicalLines(source);
  const metadata = new Map<MetadataId, MetadataBody>();
  const namedMetadata = new Map<string, readonly MetadataId[]>();
  const unknown: LogicalLine[] = [];
  const others = lines.filter(line => {
    const named = /^!([-\w$.]+) = /.exec(line.text);
    if (named === null) return true;
    const body = readBody(line.text.slice(named[0].length));
    if (body === undefined) unknown.push(line);
    else if (/^\d{1,15}$/.test(named[1]!)) metadata.set(metadataId(Number(named[1])), body);
    else namedMetadata.set(named[1]!, refsIn(body));
    return false;
  });
  // Numbers of the module come first, so that those of nodes without one collide with none.
  let next = [...metadata.keys()].reduce((most, id) => Math.max(most, id + 1), 0);
  const intern: Intern = node => {
    const id = metadataId(next);
    next += 1;
    metadata.set(id, node);
    return id;
  };
  const functions: FunctionData[] = [];
  const globals: GlobalData[] = [];
  const types = new Map<string, string>();
  const texts: { sourceName?: string; triple?: string; dataLayout?: string } = {};
  let body: BodyReader | undefined;
  for (const line of others) {
    const { text } = line;
    if (body !== undefined) {
      if (text !== '}') body.take(line);
      else {
        functions.push(body.finish());
        body = undefined;
      }
      continue;
    }
    if (text.startsWith('define ') || text.startsWith('declare ')) {
      const head = readHead(line, intern);
      if (head === undefined) unknown.push(line);
      else if (text.endsWith('{')) body = new BodyReader(head, intern);
      else functions.push({ ...head, blocks: [], variables: [] });
    } else if (text.startsWith('@')) globals.push(readGlobal(line, intern));
    else if (text.startsWith('%')) {
      const { name, end } = nameAt(text, 1);
      types.set(name, text.slice(end).replace(/^\s*=\s*type\s*/, ''));
    } else if (!readText(text, texts)) unknown.push(line);
  }
  // A text that breaks off in a function: what came of it is still told.
  if (body !== undefined) functions.push(body.finish());
  const debug = readDebugData(metadata);
  return { ...texts, types, globals, functions, metadata, namedMetadata, debug, unknown };
}

function readText(
  text: string,
  texts: { sourceName?: string; triple?: string; dataLayout?: string },
): boolean {
  const found = /^(source_filename|target triple|target datalayout)\s*=\s*(".*")$/.exec(text);
  // Attributes and groups for the linker are known to mean nothing here.
  if (found === null) return text.startsWith('attributes #') || text.startsWith('$');
  const value = unquoted(found[2]!);
  if (found[1] === 'source_filename') texts.sourceName = value;
  else if (found[1] === 'target triple') texts.triple = value;
  else texts.dataLayout = value;
  return true;
}

function readGlobal({ text, line }: LogicalLine, intern: Intern): GlobalData {
  const { name, end } = nameAt(text, 1);
  const definition = text.slice(end).replace(/^\s*=\s*/, '');
  const [head = '', ...rest] = splitAtCommas(definition);
  const words = splitAtSpaces(head);
  const keyword = words.find(word => ['global', 'constant', 'alias', 'ifunc'].includes(word));
  const debug = rest.flatMap(part => {
    const attached = /^!dbg\s+(!.*)$/.exec(part);
    const id = attached === null ? undefined : attachedId(attached[1]!, intern);
    return id === undefined ? [] : [id];
  });
  const kind =
    keyword === 'global' ? 'variable' : keyword === 'constant' || keyword === 'alias' ? keyword : 'other';
  const isExternal = words.includes('external') || words.includes('extern_weak');
  return { name, line, kind, isExternal, text: definition, debug };
}

function refsIn(body: MetadataBody): MetadataId[] {
  return body.elements.flatMap(value => (value.kind === 'ref' ? [value.id] : []));
}
