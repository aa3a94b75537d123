// Names in a source text: which of them may be variables, for values beside the lines, and which expression the mouse is on.

/** What tells names from the rest; a language's own tables. */
export interface WordRules {
  readonly lineComment?: string;
  readonly blockComment?: readonly [begin: string, end: string];
  /** Quote characters. */
  readonly strings?: readonly string[];
  /** A backslash in a text takes the next character with it. */
  readonly escapes?: boolean;
  /** What begins and ends code inside a text, by the quote of the text. */
  readonly interpolations?: Readonly<Record<string, readonly [begin: string, end: string]>>;
  /** Words that are never variables: keywords, types, constants. */
  readonly reserved?: ReadonlySet<string>;
}

/** Counts from 0; `end` is behind the last character. */
export interface WordRange {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /\d[\w.]*/y;

/** Every name outside comments and texts, that is no reserved word, in the lines up to and with `lastLine`. */
export function namesIn(
  lines: readonly string[],
  rules: WordRules,
  lastLine = lines.length - 1,
): readonly WordRange[] {
  const found: WordRange[] = [];
  let inComment = false;
  for (let line = 0; line <= Math.min(lastLine, lines.length - 1); line++) {
    const text = lines[line]!;
    // The texts around the code that is read, outermost first. None goes over its line.
    const around: OpenText[] = [];
    let at = 0;
    const skipText = (from: number, quote: string): void => {
      const skipped = behindText(text, from, quote, rules);
      at = skipped.at;
      if (skipped.end !== undefined) around.push({ quote, end: skipped.end, braces: 0 });
    };
    while (at < text.length) {
      if (inComment) {
        const end = text.indexOf(rules.blockComment![1], at);
        if (end === -1) break;
        inComment = false;
        at = end + rules.blockComment![1].length;
      } else if (rules.blockComment !== undefined && text.startsWith(rules.blockComment[0], at)) {
        inComment = true;
        at += rules.blockComment[0].length;
      } else if (rules.lineComment !== undefined && text.startsWith(rules.lineComment, at)) break;
      else if (rules.strings?.includes(text[at]!) === true) skipText(at + 1, text[at]!);
      else if (around.at(-1)?.braces === 0 && text.startsWith(around.at(-1)!.end, at)) {
        const { quote, end } = around.pop()!;
        skipText(at + end.length, quote);
      } else {
        const inner = around.at(-1);
        if (inner !== undefined && text[at] === '{') inner.braces += 1;
        if (inner !== undefined && text[at] === '}') inner.braces -= 1;
        const word = wordAt(name, text, at);
        if (word !== undefined && rules.reserved?.has(word) !== true)
          found.push({ line, start: at, end: at + word.length, text: word });
        // Digits with letters, as in `0xff`, hold no names.
        at += (word ?? wordAt(number, text, at) ?? text[at]!).length;
      }
    }
  }
  return found;
}

function wordAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** A text that code stands in. */
interface OpenText {
  readonly quote: string;
  /** What ends the code. */
  readonly end: string;
  /** Braces of the code that are open. */
  braces: number;
}

/**
 * Behind the quote that ends the text, or where code begins in it, with what ends that code; at the end of the line where
 * neither comes.
 */
function behindText(
  text: string,
  from: number,
  quote: string,
  { escapes, interpolations }: WordRules,
): { readonly at: number; readonly end?: string } {
  const code = interpolations?.[quote];
  let at = from;
  while (at < text.length && text[at] !== quote) {
    if (code !== undefined && text.startsWith(code[0], at)) return { at: at + code[0].length, end: code[1] };
    at += escapes === true && text[at] === '\\' ? 2 : 1;
  }
  return { at: Math.min(at + 1, text.length) };
}

const indentOf = (line: string): number => /^\s*/.exec(line)![0].length;

/**
 * Where the block around a line begins, by its indentation: at the head of the function, which stands at the left margin; of a
 * line at the margin, behind the last that is indented. The same name means something else in the function above.
 */
export function blockStart(lines: readonly string[], line: number): number {
  const isIndented = (at: number): boolean => lines[at]!.trim() !== '' && indentOf(lines[at]!) > 0;
  let at = Math.min(line, lines.length - 1);
  if (at < 0) return 0;
  // The last line of a function closes what the lines above it began.
  if (/^[}\])]/.test(lines[at]!) && at > 0 && isIndented(at - 1)) at -= 1;
  if (!isIndented(at)) {
    while (at > 0 && !isIndented(at - 1)) at -= 1;
    return at;
  }
  // A brace of its own line belongs to the head above it.
  while (at > 0 && (isIndented(at) || /^\s*\{?\s*$/.test(lines[at]!))) at -= 1;
  return at;
}

/** Names that begin a path: in `a.b` only `a` may be a variable. Each once a line, nothing that is called. */
export function variablesIn(
  lines: readonly string[],
  rules: WordRules,
  lastLine?: number,
): readonly WordRange[] {
  const seen = new Set<string>();
  return namesIn(lines, rules, lastLine).filter(({ line, start, end, text }) => {
    const source = lines[line]!;
    const isMember = /(?:\.|->|::)\s*$/.test(source.slice(0, start));
    const isCall = /^\s*\(/.test(source.slice(end));
    const key = `${line} ${text}`;
    if (isMember || isCall || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const links = /\s*(?:\.|->|::)\s*$/;

/**
 * The expression that a debugger should evaluate for the place under the mouse: the name there, with the path that leads to it.
 * On `b` of `a.b.c` that is `a.b`; on what is no name, nothing.
 */
export function expressionAt(
  lines: readonly string[],
  rules: WordRules,
  place: { readonly line: number; readonly column: number },
): WordRange | undefined {
  const names = namesIn(lines, rules, place.line).filter(each => each.line === place.line);
  const under = names.find(({ start, end }) => start <= place.column && place.column < end);
  if (under === undefined) return undefined;
  const source = lines[place.line]!;
  let { start } = under;
  for (;;) {
    const link = links.exec(source.slice(0, start));
    if (link === null) break;
    const before = beginOfOperand(source, link.index);
    if (before === undefined) break;
    start = before;
  }
  return { line: place.line, start, end: under.end, text: source.slice(start, under.end) };
}

/** Where the name or the `name[index]` that ends at `end` begins; undefined for calls, which would run the program. */
function beginOfOperand(source: string, end: number): number | undefined {
  let at = end;
  while (source[at - 1] === ']') {
    let depth = 0;
    do {
      at -= 1;
      if (source[at] === ']') depth += 1;
      if (source[at] === '[') depth -= 1;
    } while (at > 0 && depth > 0);
    if (depth > 0) return undefined;
  }
  const word = /[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(source.slice(0, at));
  return word?.index;
}
