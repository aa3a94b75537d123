// `.hxe`: a program that is linked, and what it says about itself.

import type { Json, JsonObject } from './json-value.js';

export interface HxeImage {
  readonly version: 1 | 2;
  readonly flags: number;
  /** Byte address in the code. */
  readonly entry: number;
  readonly code: Uint32Array;
  /** Begins at `dataBase`. */
  readonly rodata: Uint8Array;
  /** Bytes of zeros behind the data, at the next multiple of 4. */
  readonly bssSize: number;
  readonly capabilities: number;
  /** '' in version 1, and where there is none. */
  readonly appName: string;
  readonly metadata: HxeMetadata;
}

export interface HxeMetadata {
  readonly values: readonly HxeValue[];
  readonly commands: readonly HxeCommand[];
  readonly mailboxes: readonly HxeMailbox[];
}

/** A number that others can see and set. Numbers of 16 bits are kept as their bits. */
export interface HxeValue {
  readonly group: number;
  readonly id: number;
  readonly flags: number;
  readonly auth: number;
  readonly init: number;
  readonly epsilon: number;
  readonly min: number;
  readonly max: number;
  readonly persistKey: number;
  readonly name?: string;
  readonly unit?: string;
  readonly groupName?: string;
}

export interface HxeCommand {
  readonly group: number;
  readonly id: number;
  readonly flags: number;
  readonly auth: number;
  /** Address of its code; 0 where there is none. */
  readonly handler: number;
  readonly reserved: number;
  readonly name?: string;
  readonly help?: string;
  readonly groupName?: string;
}

export interface HxeMailbox {
  readonly target: string;
  /** In bytes; 0: the machine's own choice. */
  readonly capacity: number;
  /** 0: reading and writing. */
  readonly mode: number;
  readonly ownerPid?: number;
  readonly bindings: readonly { readonly pid: number; readonly flags: number }[];
  /** All that was said, for a writer that must not lose anything. */
  readonly raw: JsonObject;
}

export const noHxeMetadata: HxeMetadata = { values: [], commands: [], mailboxes: [] };

/** Bits of the header's flags. */
export const HxeFlag = { manifest: 1, multipleInstances: 2 } as const;

export const allowsMultipleInstances = (image: HxeImage): boolean =>
  image.version === 1 || (image.flags & HxeFlag.multipleInstances) !== 0;

/** Section types of the metadata table. */
export const MetadataSection = { value: 1, command: 2, mailbox: 3 } as const;

export const bssStart = (base: number, rodataLength: number): number =>
  base + Math.ceil(rodataLength / 4) * 4;

const modes: Readonly<Record<string, number>> = {
  RDONLY: 1,
  WRONLY: 2,
  RDWR: 3,
  TAP: 4,
  FANOUT: 8,
  FANOUT_DROP: 0x10,
  FANOUT_BLOCK: 0x20,
};

/** `"RDWR"`, `"RDWR|FANOUT"` or a number; undefined for what is none of them. */
export function mailboxMode(value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value <= 0xffff ? value : undefined;
  if (typeof value !== 'string') return undefined;
  let mode = 0;
  for (const word of value.toUpperCase().split(/[|+,\s]+/)) {
    const bits = modes[word.replace(/^HSX_MBX_MODE_/, '')];
    if (bits === undefined) return undefined;
    mode |= bits;
  }
  return mode;
}
