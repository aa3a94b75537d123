// Modules: the units of code that a program consists of, and how a client's table of them looks.
import { Type } from '@sinclair/typebox';
import {
  closedEnumeration,
  flag,
  int32,
  list,
  request,
  required,
  structure,
  text,
  uint32,
  uint53,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';

export const ModuleId = Type.Union([Type.Integer(), Type.String()]);
export type ModuleId = Infer<typeof ModuleId>;

/** More properties are allowed: `additionalModuleColumns` tells the client which of them to show. */
export const Module = structure(
  { id: ModuleId, name: text },
  {
    path: text,
    isOptimized: flag,
    isUserCode: flag,
    version: text,
    symbolStatus: text,
    symbolFilePath: text,
    dateTimeStamp: text,
    addressRange: text,
  },
);
export type Module = Infer<typeof Module>;

export const ColumnDescriptor = structure(
  { attributeName: text, label: text },
  {
    format: text,
    type: closedEnumeration('string', 'number', 'boolean', 'unixTimestampUTC'),
    /** In characters. */
    width: uint32,
  },
);
export type ColumnDescriptor = Infer<typeof ColumnDescriptor>;

export const ModulesArguments = structure(
  {},
  {
    startModule: int32,
    /** Absent or 0: all of them. */
    moduleCount: uint32,
  },
);
export type ModulesArguments = Infer<typeof ModulesArguments>;

export const ModulesResponseBody = structure({ modules: list(Module) }, { totalModules: uint53 });
export type ModulesResponseBody = Infer<typeof ModulesResponseBody>;

export const moduleRequests = { modules: request(required(ModulesArguments), required(ModulesResponseBody)) };
