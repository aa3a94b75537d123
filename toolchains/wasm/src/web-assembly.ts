// The JavaScript interface of WebAssembly as far as it is used here: TypeScript declares it only together with a browser's.

export interface WebAssemblyModule {
  readonly __module: never;
}

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer | SharedArrayBuffer;
  grow(pages: number): number;
}

export interface WebAssemblyGlobal {
  value: unknown;
}

export interface WebAssemblyTable {
  readonly length: number;
  get(index: number): unknown;
  set(index: number, value: unknown): void;
  grow(count: number): number;
}

export interface WebAssemblyInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export type WebAssemblyImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  compile(bytes: Uint8Array): Promise<WebAssemblyModule>;
  readonly Module: new (bytes: Uint8Array) => WebAssemblyModule;
  readonly Instance: new (module: WebAssemblyModule, imports?: WebAssemblyImports) => WebAssemblyInstance;
  readonly Memory: new (type: {
    readonly initial: number;
    readonly maximum?: number;
    readonly shared?: boolean;
  }) => WebAssemblyMemory;
  readonly Global: new (
    type: { readonly value: string; readonly mutable?: boolean },
    value?: unknown,
  ) => WebAssemblyGlobal;
  readonly Table: new (type: {
    readonly element: 'anyfunc' | 'externref';
    readonly initial: number;
    readonly maximum?: number;
  }) => WebAssemblyTable;
  readonly CompileError: new (message?: string) => Error;
  readonly LinkError: new (message?: string) => Error;
  readonly RuntimeError: new (message?: string) => Error;
}

export const webAssembly: WebAssemblyApi = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
  .WebAssembly;
