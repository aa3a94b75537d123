// Writes a compiled module, and behind it what a debugger wants to know.

import { ByteSink } from './byte-sink.js';
import { toRawBytes } from './byte-text.js';
import { checkSumsOf, writeDebugBlock } from './debug-block.js';
import type { DebugParts } from './debug-info.js';
import type { NgoFunction, NgoImpl, NgoModule, NgoTrait, NgoType } from './ngo.js';
import { abiVersion, formatVersion, metadataVersion, ngoMagic } from './ngo-versions.js';
import { SourceMap } from './source-map.js';

/** The original reads no further than the module, so files with blocks behind it run there too. */
export function writeNgo(module: NgoModule, { sourceMap, debug }: DebugParts = {}): Uint8Array {
  const file = new ByteSink();
  writeModule(file, module);
  const moduleBytes = file.result();
  const mapBytes = sourceMap === undefined ? undefined : SourceMap.serialize(sourceMap);
  if (mapBytes !== undefined) file.raw(mapBytes);
  if (debug !== undefined) file.raw(writeDebugBlock(debug, checkSumsOf(moduleBytes, mapBytes)));
  return file.result();
}

function writeModule(file: ByteSink, module: NgoModule): void {
  file.raw(toRawBytes(ngoMagic));
  file.u32(formatVersion);
  file.u32(abiVersion);
  file.u32(metadataVersion);
  file.text(module.name);
  file.text(module.sourceHash);
  file.list(module.constants, value => file.i64(value));
  file.list(module.floatConstants, value => file.f64(value));
  file.list(module.strings, text => file.byteText(text));
  file.list(module.functions, f => writeFunction(file, f));
  file.list(module.types, type => writeType(file, type));
  file.list(module.imports, ({ module: from, symbol }) => {
    file.text(from);
    file.text(symbol);
  });
  file.map(module.exports, index => file.i32(index));
  file.map(module.exportTypes, type => file.text(type));
  file.list(module.traits, trait => writeTrait(file, trait));
  file.list(module.impls, impl => writeImpl(file, impl));
}

function writeFunction(file: ByteSink, f: NgoFunction): void {
  file.text(f.name);
  file.i32(f.numLocals);
  file.i32(f.numParams);
  file.u8(f.explicitReceiver ? 1 : 0);
  file.u32(f.code.length);
  file.raw(f.code);
}

function writeType(file: ByteSink, type: NgoType): void {
  file.text(type.name);
  file.texts(type.properties);
  file.texts(type.derivedTraits);
  file.list(type.variants, variant => {
    file.text(variant.name);
    file.texts(variant.payloadFields);
  });
}

function writeTrait(file: ByteSink, trait: NgoTrait): void {
  file.text(trait.name);
  file.text(trait.module);
  file.texts(trait.typeParameters);
  file.texts(trait.superTraits);
  file.map(trait.methods, type => file.text(type));
  file.map(trait.allMethods, type => file.text(type));
}

function writeImpl(file: ByteSink, impl: NgoImpl): void {
  file.text(impl.trait);
  file.text(impl.target);
  file.text(impl.module);
  file.texts(impl.genericParameters);
  file.texts(impl.whereBounds);
  file.map(impl.methods, type => file.text(type));
}
