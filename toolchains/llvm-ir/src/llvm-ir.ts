// Textual LLVM IR with debug metadata: written by code generators, read from other compilers.

export type { Attribute } from './attributes.js';
export type { Block, Phi } from './block.js';
export type { AccessOptions, Code } from './code.js';
export * from './constants.js';
export type * from './debug/debug-types.js';
export type * from './debug/debug-unit.js';
export type { DebugExpression } from './debug/metadata.js';
export type * from './debug/nodes.js';
export type { DefinitionOptions, FunctionBuilder } from './function.js';
export type { GlobalOptions } from './global.js';
export * from './intrinsics.js';
export * from './layout.js';
export type { FunctionLinkage, GlobalLinkage, SymbolOptions } from './linkage.js';
export { IrMisuse } from './misuse.js';
export { IrModule, type DeclarationOptions, type LaterGlobal, type ModuleOptions } from './module.js';
export type * from './operations.js';
export { arrayType, functionType, intType, sameType, structType, typeText } from './types.js';
export { double, float, i1, i128, i16, i32, i64, i8, ptr, voidType } from './types.js';
export type {
  ArrayType,
  FloatingType,
  FunctionType,
  IntType,
  IrType,
  PointerType,
  StructType,
  VoidType,
} from './types.js';
export type { Constant, FunctionValue, GlobalValue, Value } from './value.js';
export type * from './reading/debug-data.js';
export type { MetadataBody, MetadataId, MetadataValue } from './reading/metadata-text.js';
export type * from './reading/module-data.js';
export type * from './reading/operand-data.js';
export {
  readAliasTarget,
  readGlobalDefinition,
  readOperand,
  readOperation,
  readTypeShape,
} from './reading/operation-reading.js';
export { readModule } from './reading/read-module.js';
export { TypeLayout, type StructLayout } from './reading/type-layout.js';
