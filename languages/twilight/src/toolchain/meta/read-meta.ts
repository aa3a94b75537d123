// Reads a `.meta` that anybody may have written: its shape, and that it does not contradict itself or the module.

import { createHash } from 'node:crypto';
import { Value } from '@sinclair/typebox/value';
import { readSourceMap } from '@sonde/wasm';
import { metaSchema, schemaVersion, type DebugInfo, type Meta, type MetaTypes } from './schema.js';

export type ReadMeta =
  | { readonly ok: true; readonly meta: Meta }
  /** A sentence without its subject: what is wrong with the file. */
  | { readonly ok: false; readonly message: string };

/** `module`: the bytes of the `.wasm`, where they are to fit. Never throws. */
export function readMeta(text: string, module?: Uint8Array): ReadMeta {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return wrong('is not JSON; it was cut off or is another file');
  }
  const version =
    typeof json === 'object' && json !== null
      ? (json as { schema_version?: unknown }).schema_version
      : undefined;
  if (version === undefined) return wrong('has no schema_version; it is no .meta of Twilight');
  if (version !== schemaVersion)
    return wrong(
      `has schema_version ${JSON.stringify(version)}, and this reads "${schemaVersion}"; build it with this compiler`,
    );
  try {
    if (!Value.Check(metaSchema, json)) {
      const first = Value.Errors(metaSchema, json).First();
      return wrong(`is damaged at ${first?.path ?? '/'}: ${first?.message ?? 'unexpected value'}`);
    }
  } catch (error) {
    if (error instanceof RangeError) return wrong('is nested too deeply');
    throw error;
  }
  const meta = json;
  const problem = contradictions(meta) ?? (module === undefined ? undefined : misfit(meta, module));
  return problem === undefined ? { ok: true, meta } : wrong(problem);
}

const wrong = (message: string): ReadMeta => ({ ok: false, message });

/** Whether the description is of this module. */
export function misfit(meta: Meta, module: Uint8Array): string | undefined {
  const hash = `0x${createHash('sha256').update(module).digest('hex')}`;
  if (hash === meta.bytecode_info.hash) return undefined;
  return `describes another module: it says SHA-256 ${meta.bytecode_info.hash}, the module has ${hash}; build both again`;
}

/** Names that lead nowhere, ranges that are none. */
function contradictions(meta: Meta): string | undefined {
  const known: MetaTypes = { ...meta.types, ...meta.debug_info?.variable_info.types };
  const badType = typeProblem(known);
  if (badType !== undefined) return badType;
  const unknown = (type: string, where: string): string | undefined =>
    Object.hasOwn(known, type) ? undefined : `names the type ${type} in ${where} and does not describe it`;
  for (const [mangled, { parameters, result }] of Object.entries(meta.functions)) {
    const problem = [...parameters.map(({ type }) => type), result]
      .map(type => unknown(type, mangled))
      .find(Boolean);
    if (problem !== undefined) return problem;
  }
  return meta.debug_info === null ? undefined : debugProblem(meta.debug_info, unknown);
}

/** A type whose parts are not inside it would let readers read elsewhere. */
function typeProblem(types: MetaTypes): string | undefined {
  const size = (name: string): number | undefined =>
    Object.hasOwn(types, name) ? types[name]!.size : undefined;
  for (const [name, type] of Object.entries(types)) {
    const bad = `describes ${name} with a part that is not inside it or not described`;
    const inside = (fields: readonly { readonly type: string; readonly offset: number }[]): boolean =>
      fields.every(field => field.offset + (size(field.type) ?? Infinity) <= type.size);
    switch (type.k) {
      case 'struct':
      case 'tuple':
        if (!inside(type.fields)) return bad;
        break;
      case 'enum':
        if (
          type.tag.offset + type.tag.size > type.size ||
          !type.variants.every(({ fields }) => inside(fields))
        )
          return bad;
        break;
      case 'array':
        if ((size(type.elem) ?? Infinity) > type.stride || type.length * type.stride > type.size) return bad;
        break;
      case 'vector':
        if ((size(type.elem) ?? Infinity) > type.stride || type.size !== 4) return bad;
        break;
      case 'map':
        if (
          size(type.key) === undefined ||
          type.value_offset + (size(type.value) ?? Infinity) > type.stride ||
          type.size !== 4
        )
          return bad;
        break;
      case 'int':
        if (type.size * 8 < type.bits || ![1, 2, 4, 8, 16, 32].includes(type.size)) return bad;
        break;
      default:
    }
    if (holdsItself(types, name)) return `describes ${name} as a part of itself`;
  }
  return undefined;
}

/** Through parts that are inside; through vectors and maps a type may. */
function holdsItself(types: MetaTypes, name: string, seen: readonly string[] = []): boolean {
  if (seen.includes(name)) return true;
  const type = types[name];
  const inner =
    type?.k === 'struct' || type?.k === 'tuple'
      ? type.fields
      : type?.k === 'enum'
        ? type.variants.flatMap(({ fields }) => fields)
        : type?.k === 'array'
          ? [{ type: type.elem }]
          : [];
  return inner.some(part => holdsItself(types, part.type, [...seen, name]));
}

function debugProblem(
  info: DebugInfo,
  unknown: (type: string, where: string) => string | undefined,
): string | undefined {
  const { data } = info.source_map;
  const map = readSourceMap(JSON.stringify(data));
  if (!map.ok) return `is damaged: ${map.message}`;
  const sources = data.sources.length;
  if (data.x_twilight.syntax.length !== sources) return 'does not say the syntax of each source';
  for (const [offset, source] of data.x_twilight.stmts)
    if (source >= sources) return `names source ${source} at offset ${offset}, and there are ${sources}`;
  const { functions, scopes, storage, consts } = info.variable_info;
  const backwards = ([from, to]: readonly [number, number]): boolean => from > to;
  for (const [id, scope] of Object.entries(scopes)) {
    if (scope.parent !== null && !Object.hasOwn(scopes, scope.parent))
      return `names the scope ${scope.parent} and has none such`;
    if (circles(scopes, id)) return `has the scope ${id} inside itself`;
    if (scope.ranges.some(backwards)) return `has a range in scope ${id} that ends before it begins`;
    for (const variable of scope.variables) {
      const problem = unknown(variable.type, `the variable ${variable.name}`);
      if (problem !== undefined) return problem;
    }
  }
  for (const [mangled, { body, source, scope, result_type: result, inlined, failures }] of Object.entries(
    functions,
  )) {
    if (backwards(body)) return `has a range of ${mangled} that ends before it begins`;
    if (source >= sources) return `names source ${source} for ${mangled}, and there are ${sources}`;
    const named = [scope, ...inlined.map(each => each.scope)];
    if (named.some(id => id !== null && !Object.hasOwn(scopes, id)))
      return `names a scope of ${mangled} and has none such`;
    if (inlined.some(({ parent }, nth) => parent !== null && parent >= nth))
      return `has inlined code of ${mangled} in the wrong order`;
    const operands = failures.flatMap(failure => failure.operands.map(operand => operand.type));
    const problem = [result, ...operands].map(type => unknown(type, mangled)).find(Boolean);
    if (problem !== undefined) return problem;
  }
  const named = [...Object.entries(storage), ...Object.entries(consts)];
  return named.map(([name, { type }]) => unknown(type, name)).find(Boolean);
}

function circles(scopes: DebugInfo['variable_info']['scopes'], id: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null | undefined = id; at !== null && at !== undefined; at = scopes[at]?.parent) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
