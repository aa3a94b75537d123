// Debug metadata of a module, from nodes to data.

import type {
  DebugData,
  FileData,
  GlobalVariableData,
  LexicalBlockData,
  LocationData,
  SubprogramData,
  TypeData,
  UnitData,
  VariableData,
} from './debug-data.js';
import { readType } from './debug-types-reading.js';
import type { MetadataBody, MetadataId } from './metadata-text.js';
import { hasFlag, isTrue, numberField, present, refField, textField, wordField } from './node-fields.js';
import type { Nodes } from './node-fields.js';

export function readDebugData(nodes: Nodes): DebugData {
  const units = new Map<MetadataId, UnitData>();
  const files = new Map<MetadataId, FileData>();
  const subprograms = new Map<MetadataId, SubprogramData>();
  const blocks = new Map<MetadataId, LexicalBlockData>();
  const variables = new Map<MetadataId, VariableData>();
  const globals = new Map<MetadataId, GlobalVariableData>();
  const locations = new Map<MetadataId, LocationData>();
  const types = new Map<MetadataId, TypeData>();
  for (const [id, node] of nodes) {
    switch (node.name) {
      case 'DICompileUnit':
        units.set(id, readUnit(nodes, id, node));
        break;
      case 'DIFile':
        files.set(id, readFile(node));
        break;
      case 'DISubprogram':
        subprograms.set(id, readSubprogram(nodes, id, node));
        break;
      case 'DILexicalBlock':
      case 'DILexicalBlockFile':
        blocks.set(id, readBlock(nodes, id, node));
        break;
      case 'DILocalVariable':
        variables.set(id, readVariable(nodes, id, node));
        break;
      case 'DIGlobalVariableExpression': {
        const variable = refField(node, 'var');
        const inner = variable === undefined ? undefined : nodes.get(variable);
        if (inner !== undefined) globals.set(id, readGlobal(nodes, id, inner));
        break;
      }
      case 'DILocation':
        locations.set(id, readLocation(id, node));
        break;
      default: {
        const type = readType(nodes, id, node);
        if (type !== undefined) types.set(id, type);
      }
    }
  }
  return { units, files, subprograms, blocks, variables, globals, locations, types };
}

function readUnit(nodes: Nodes, id: MetadataId, node: MetadataBody): UnitData {
  return {
    id,
    language: wordField(node, 'language') ?? wordField(node, 'sourceLanguageName') ?? '',
    producer: textField(node, 'producer') ?? '',
    isOptimized: isTrue(node, 'isOptimized'),
    ...fileOf(nodes, node),
  };
}

function readFile(node: MetadataBody): FileData {
  const isMd5 = wordField(node, 'checksumkind') === 'CSK_MD5';
  return {
    name: textField(node, 'filename') ?? '',
    directory: textField(node, 'directory') ?? '',
    ...present({ md5: isMd5 ? textField(node, 'checksum') : undefined }),
  };
}

function readSubprogram(nodes: Nodes, id: MetadataId, node: MetadataBody): SubprogramData {
  const linkageName = textField(node, 'linkageName');
  const scopeLine = numberField(node, 'scopeLine');
  return {
    ...declared(nodes, id, node),
    // Older compilers write a field instead of a flag.
    isDefinition: hasFlag(node, 'spFlags', 'DISPFlagDefinition') || isTrue(node, 'isDefinition'),
    isLocal: hasFlag(node, 'spFlags', 'DISPFlagLocalToUnit') || isTrue(node, 'isLocal'),
    isArtificial: hasFlag(node, 'flags', 'DIFlagArtificial'),
    ...present({ linkageName, scopeLine, type: refField(node, 'type'), unit: refField(node, 'unit') }),
  };
}

function readBlock(nodes: Nodes, id: MetadataId, node: MetadataBody): LexicalBlockData {
  return {
    id,
    line: numberField(node, 'line') ?? 0,
    column: numberField(node, 'column') ?? 0,
    ...present({ scope: refField(node, 'scope') }),
    ...fileOf(nodes, node),
  };
}

function readVariable(nodes: Nodes, id: MetadataId, node: MetadataBody): VariableData {
  return {
    ...declared(nodes, id, node),
    isArtificial: hasFlag(node, 'flags', 'DIFlagArtificial'),
    ...present({ type: refField(node, 'type'), position: numberField(node, 'arg') }),
  };
}

function readGlobal(nodes: Nodes, id: MetadataId, node: MetadataBody): GlobalVariableData {
  return {
    ...declared(nodes, id, node),
    isLocal: isTrue(node, 'isLocal'),
    ...present({ type: refField(node, 'type'), linkageName: textField(node, 'linkageName') }),
  };
}

function readLocation(id: MetadataId, node: MetadataBody): LocationData {
  return {
    id,
    line: numberField(node, 'line') ?? 0,
    column: numberField(node, 'column') ?? 0,
    ...present({ scope: refField(node, 'scope'), inlinedAt: refField(node, 'inlinedAt') }),
  };
}

function declared(nodes: Nodes, id: MetadataId, node: MetadataBody) {
  return {
    id,
    name: textField(node, 'name') ?? '',
    line: numberField(node, 'line') ?? 0,
    ...present({ scope: refField(node, 'scope') }),
    ...fileOf(nodes, node),
  };
}

function fileOf(nodes: Nodes, node: MetadataBody): { readonly file?: FileData } {
  const id = refField(node, 'file');
  const file = id === undefined ? undefined : nodes.get(id);
  return file?.name === 'DIFile' ? { file: readFile(file) } : {};
}
