// Reads and writes `.hxe` files: a header of 32 bytes (version 1) or 96 (version 2), code, data, metadata.

import { crc32 } from 'node:zlib';
import { dataBase, spaceSize } from '../isa.js';
import { FormatProblem } from './format-problem.js';
import { bssStart, noHxeMetadata, type HxeImage } from './hxe.js';
import { readMetadata, writeMetadata } from './hxe-metadata.js';

const magic = 0x48535845;
const crcAt = 0x1c;
const headerSizes = { 1: 0x20, 2: 0x60 } as const;
const nameAt = 0x20;
const nameSize = 32;
const metadataAt = 0x40;
const reservedAt = 0x48;

/** With its checksum; what the image does not fit into is the caller's mistake and was checked by the linker. */
export function writeHxe(image: HxeImage): Uint8Array {
  const { version, code, rodata } = image;
  const header = headerSizes[version];
  const bodySize = code.length * 4 + rodata.length;
  const metadata = version === 1 ? [] : writeMetadata(image.metadata, header + bodySize);
  const metadataSize = metadata.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(header + bodySize + metadataSize);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic);
  view.setUint16(4, version);
  view.setUint16(6, image.flags);
  view.setUint32(8, image.entry);
  view.setUint32(0x0c, code.length * 4);
  view.setUint32(0x10, rodata.length);
  view.setUint32(0x14, image.bssSize);
  view.setUint32(0x18, image.capabilities);
  code.forEach((word, index) => view.setUint32(header + index * 4, word));
  bytes.set(rodata, header + code.length * 4);
  if (version === 2) {
    bytes.set(encodedName(image.appName), nameAt);
    const [table] = metadata;
    if (table !== undefined) {
      view.setUint32(metadataAt, header + bodySize);
      view.setUint32(metadataAt + 4, table.length / 16);
    }
    let cursor = header + bodySize;
    for (const part of metadata) {
      bytes.set(part, cursor);
      cursor += part.length;
    }
  }
  view.setUint32(crcAt, checksum(bytes, header));
  return bytes;
}

/** What the name becomes in a header: ASCII, 31 bytes at most. */
function encodedName(name: string): Uint8Array {
  const ascii = name
    .trim()
    .slice(0, nameSize - 1)
    .replace(/[^\u0000-\u007f]/g, '');
  return new TextEncoder().encode(ascii);
}

/** Leaves out itself, and in version 2 the rest of the header: upstream does, so a changed name goes unnoticed. */
const checksum = (bytes: Uint8Array, header: number): number =>
  crc32(bytes.subarray(header), crc32(bytes.subarray(0, crcAt)));

/** The checksum in the header of a file that `readHxe` takes: what a `.sym` names its program by. */
export const crcOf = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(crcAt);

/** Throws a FormatProblem for everything that upstream's loader refuses, and for what would not fit into memory. */
export function readHxe(bytes: Uint8Array): HxeImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0) !== magic)
    throw problem(0, bytes.length === 0 ? 'it is empty' : 'it does not begin with HSXE');
  if (bytes.length < headerSizes[1]) throw cutOff(bytes, headerSizes[1]);
  const version = view.getUint16(4);
  if (version !== 1 && version !== 2)
    throw problem(4, `version ${version} is not known, only 1 and 2 are`, 'Link it again.');
  const header = headerSizes[version];
  if (bytes.length < header) throw cutOff(bytes, header);
  const entry = view.getUint32(8);
  const codeLength = length(view, 0x0c, 'code');
  const dataLength = length(view, 0x10, 'data');
  const bssSize = length(view, 0x14, 'bss');
  const end = header + codeLength + dataLength;
  if (codeLength % 4 !== 0) throw problem(0x0c, `${codeLength} bytes of code are not whole words`);
  if (bytes.length < end) throw cutOff(bytes, end);
  const found = checksum(bytes, header);
  const stored = crcOf(bytes);
  if (found !== stored)
    throw problem(
      crcAt,
      `its checksum is ${hex(stored)}, but its contents have ${hex(found)}: it was changed or damaged`,
      'Link it again.',
    );
  if (entry % 4 !== 0) throw problem(8, `the entry point ${hex(entry)} is not a multiple of 4`);
  if (entry >= codeLength)
    throw problem(8, `the entry point ${hex(entry)} is not inside the ${codeLength} bytes of code`);
  if (bssStart(dataBase, dataLength) + bssSize > spaceSize)
    throw problem(0x10, `${dataLength + bssSize} bytes of data do not fit into the memory of a task`);
  const code = new Uint32Array(codeLength / 4);
  for (let index = 0; index < code.length; index++) code[index] = view.getUint32(header + index * 4);
  return {
    version,
    flags: view.getUint16(6),
    entry,
    code,
    rodata: bytes.slice(header + codeLength, end),
    bssSize,
    capabilities: view.getUint32(0x18),
    appName: version === 1 ? '' : nameOf(bytes),
    metadata: version === 1 ? noHxeMetadata : metadataOf(bytes, view, end),
  };
}

function metadataOf(bytes: Uint8Array, view: DataView, end: number): HxeImage['metadata'] {
  for (let at = reservedAt; at < headerSizes[2]; at++)
    if (bytes[at] !== 0) throw problem(at, 'a reserved byte of the header is not zero');
  const offset = view.getUint32(metadataAt);
  const count = view.getUint32(metadataAt + 4);
  if (count === 0) return noHxeMetadata;
  if (offset < end) throw problem(metadataAt, `the metadata table at ${offset} lies inside code or data`);
  if (offset + count * 16 > bytes.length)
    throw problem(metadataAt, `a metadata table with ${count} entries at ${offset} is not inside the file`);
  return readMetadata(bytes, offset, count, end);
}

function nameOf(bytes: Uint8Array): string {
  const field = bytes.subarray(nameAt, nameAt + nameSize);
  const end = field.indexOf(0);
  return new TextDecoder('latin1').decode(end === -1 ? field : field.subarray(0, end));
}

function length(view: DataView, at: number, what: string): number {
  const size = view.getUint32(at);
  if (size > spaceSize) throw problem(at, `${size} bytes of ${what} are more than the machine has room for`);
  return size;
}

const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;

const problem = (at: number, what: string, next?: string): FormatProblem =>
  new FormatProblem('.hxe', `byte ${at}`, what, next);

const cutOff = (bytes: Uint8Array, needed: number): FormatProblem =>
  problem(bytes.length, `it was cut off: ${needed} bytes are needed, it has ${bytes.length}`);
