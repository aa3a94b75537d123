// Branded identities: a frame id cannot be passed where a thread id is wanted.

declare const brand: unique symbol;
type Branded<Base, Name extends string> = Base & { readonly [brand]: Name };

/** A thread of the debuggee, whatever its kind; stable from start to exit. */
export type ThreadId = Branded<number, 'ThreadId'>;
/** One halt of the debuggee. Everything read is bound to it; after a resume it is stale. */
export type StopId = Branded<number, 'StopId'>;
/** One activation of a function, the same in every stop of its life. */
export type FrameId = Branded<string, 'FrameId'>;
/** An entry of the debuggee's type table. */
export type TypeId = Branded<number, 'TypeId'>;
/** An object that lives in a managed heap and has no address people would know. */
export type ObjectId = Branded<string, 'ObjectId'>;
/** A logical breakpoint, as the session numbers it. */
export type BreakpointId = Branded<number, 'BreakpointId'>;
/** Something loaded into the debuggee: an executable, a library, a bytecode module. */
export type ModuleId = Branded<string, 'ModuleId'>;

export const threadId = (value: number): ThreadId => value as ThreadId;
export const stopId = (value: number): StopId => value as StopId;
export const frameId = (value: string): FrameId => value as FrameId;
export const typeId = (value: number): TypeId => value as TypeId;
export const objectId = (value: string): ObjectId => value as ObjectId;
export const breakpointId = (value: number): BreakpointId => value as BreakpointId;
export const moduleId = (value: string): ModuleId => value as ModuleId;
