// The words and signs of the language that always mean the same.

export const keywords = [
  ...['type', 'fun', 'val', 'sig', 'cons', 'property', 'module', 'export', 'exports', 'import'],
  ...['use', 'new', 'native', 'const', 'if', 'then', 'else', 'loop', 'collect', 'next', 'switch'],
  ...['case', 'otherwise', 'return', 'break', 'continue', 'in', 'is', 'typeof', 'wraps', 'cast'],
  ...['ref', 'move', 'auto', 'trait', 'impl', 'for', 'where', 'delete', 'true', 'false', 'unit'],
] as const;

export const typeWords = [
  ...['int', 'bool', 'string', 'float', 'byte', 'ubyte', 'short', 'ushort', 'uint', 'long', 'ulong'],
  ...['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'uptr', 'iptr'],
  ...['half', 'double', 'quadruple', 'f16', 'f32', 'f64', 'f128'],
] as const;

/** All that the grammar lets stand between operands, even if only to refuse it. */
const operators = [
  ...['+', '-', '*', '/', '%', '==', '!=', '>', '<', '>=', '<=', '<<', '>>', '&', '|', '^', '~', '$'],
  ...['&&', '||', '!', '?', '???', '|>', '=', ':='],
] as const;

type Punctuation = '(' | ')' | '[' | ']' | '{' | '}' | '=>' | '->' | '::' | ':' | ';' | ',' | '.';

export type Operator = (typeof operators)[number];
export type Fixed =
  | (typeof keywords)[number]
  | (typeof typeWords)[number]
  | Operator
  | Punctuation
  | '..'
  | '..='
  | '...';

const fixedWords: ReadonlySet<string> = new Set([...keywords, ...typeWords]);
const typeWordSet: ReadonlySet<string> = new Set(typeWords);
const operatorSet: ReadonlySet<string> = new Set(operators);

export const isFixedWord = (word: string): word is Fixed => fixedWords.has(word);
export const isTypeWord = (text: string): boolean => typeWordSet.has(text);
export const isOperator = (text: string): text is Operator => operatorSet.has(text);
/** What a run of operator characters may be. */
export const isOperatorRun = (run: string): run is Fixed => isOperator(run) || run === '=>' || run === '->';
