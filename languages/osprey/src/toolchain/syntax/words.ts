// The reserved words of both flavors.

export type Flavor = 'default' | 'ml';

const common = [
  ...['mut', 'extern', 'type', 'effect', 'perform', 'handle', 'in', 'resume', 'spawn', 'await', 'yield'],
  ...['send', 'recv', 'select', 'match', 'import', 'namespace', 'module', 'signature', 'export', 'opaque'],
  ...['state', 'as', 'where', 'true', 'false'],
] as const;

/** `static` is a word only in front of `effect` and behind `handle`. */
export const reservedWords: Readonly<Record<Flavor, ReadonlySet<string>>> = {
  default: new Set([...common, 'let', 'fn', 'if', 'else']),
  ml: new Set([...common, 'handler', 'do']),
};
