// The functions that the language brings along, which the machine runs itself.

/** Those with an instruction of their own. */
export const instructionNatives: readonly string[] = ['print', 'assert', 'not'];

/** Those that NATIVE_CALL calls by name. */
export const calledNatives: ReadonlySet<string> = new Set([
  'len',
  'readLine',
  'readFile',
  'writeFile',
  'currentExecutablePath',
  'runNgi',
  'split',
  'join',
  'trim',
  'contains',
  'replace',
  'startsWith',
  'endsWith',
  'toUpper',
  'toLower',
  'regexMatch',
  'reverse',
  'nativeMalloc',
  'nativeFree',
  'nativeOutstandingAllocations',
  'gcFree',
]);

/** Their calls change something outside the expression they stand in. */
export const changingNatives: ReadonlySet<string> = new Set([
  'print',
  'readLine',
  'writeFile',
  'runNgi',
  'nativeMalloc',
  'nativeFree',
  'gcFree',
]);

/** Modules of natives are inside the machine; no file is looked for. */
export const isNativeModule = (path: readonly string[]): boolean =>
  path.length === 2 && path[0] === 'std' && nativeModules.has(path[1]!);

const nativeModules: ReadonlySet<string> = new Set([
  'prelude',
  'io',
  'string',
  'array',
  'memory',
  'seq',
  'tuple',
]);
