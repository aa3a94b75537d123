// What importers may use of a module that is there only in its compiled form: names, without types.

import type { NgoFunction, NgoModule, NgoType } from './format/ngo.js';
import { plausibleParameters } from './format/plausible-parameters.js';
import type { Declaration, FunctionDeclaration, Name, Node, Span, TypeDeclaration, TypeNode } from './ast.js';
import type { ModuleInterface } from './checked.js';

const start = { line: 1, column: 1 };
const span: Span = { start, end: start };
const node: Node = { span, at: start };
const name = (text: string): Name => ({ ...node, text });

export function compiledInterface(module: NgoModule, path: string): ModuleInterface {
  const functions = [...module.exports].flatMap(([symbol, index]): Declaration[] => {
    const found = module.functions[index];
    return found === undefined || symbol.includes('.') ? [] : [functionOf(symbol, found)];
  });
  const types = module.types.map(typeOf);
  return {
    name: module.name,
    file: { path, module: module.name, text: '' },
    unit: { declarations: [...types, ...functions], statements: [] },
    exports: new Set([
      ...module.exports.keys(),
      ...module.exportTypes.keys(),
      ...module.types.flatMap(type => [type.name, ...type.variants.map(variant => variant.name)]),
    ]),
    exportTypes: module.exportTypes,
  };
}

function functionOf(symbol: string, found: NgoFunction): FunctionDeclaration {
  return {
    ...node,
    kind: 'function',
    name: name(symbol),
    generics: [],
    parameters: Array.from({ length: plausibleParameters(found) }, (_, at) => ({
      ...node,
      name: `param${at}`,
      pack: false,
    })),
    where: [],
    body: 'signature',
    constant: false,
    exported: true,
  };
}

function typeOf(type: NgoType): TypeDeclaration {
  return {
    ...node,
    kind: 'type',
    name: name(type.name),
    generics: [],
    args: [],
    derived: type.derivedTraits.map(unknownType),
    where: [],
    shape:
      type.variants.length > 0
        ? {
            kind: 'variants',
            variants: type.variants.map(variant => ({
              ...node,
              name: variant.name,
              payload: variant.payloadFields.map(field => ({ name: field, type: unknownType('any') })),
            })),
          }
        : {
            kind: 'record',
            properties: type.properties.map(property => ({ ...node, name: property })),
            methods: [],
          },
    exported: true,
  };
}

const unknownType = (text: string): TypeNode => ({ ...node, kind: 'named', name: text, args: [] });
