// Options of commands: flags, options with a value (`-o FILE`, `--app-name=N`), and the rest.

export interface OptionTable {
  readonly flags: readonly string[];
  /** Name, and what its value is, for the complaint when it is missing. */
  readonly values: Readonly<Record<string, string>>;
}

export interface ParsedOptions {
  readonly flags: ReadonlySet<string>;
  /** The last one wins. */
  readonly values: ReadonlyMap<string, string>;
  readonly words: readonly string[];
}

/** Text is what is wrong with the usage. */
export function parseOptions(args: readonly string[], table: OptionTable): ParsedOptions | string {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const words: string[] = [];
  let index = 0;
  while (index < args.length) {
    const word = args[index++]!;
    if (word === '--') {
      words.push(...args.slice(index));
      break;
    }
    const [name, ...rest] = word.startsWith('--') ? word.split('=') : [word];
    const given = rest.length === 0 ? undefined : rest.join('=');
    const what = Object.hasOwn(table.values, name!) ? table.values[name!] : undefined;
    if (what !== undefined) {
      const value = given ?? args[index++];
      if (value === undefined || value === '') return `${name!} needs ${what}`;
      values.set(name!, value);
    } else if (table.flags.includes(word)) flags.add(word);
    // A negative number is no option.
    else if (word.startsWith('-') && word !== '-' && !/^-\d+$/.test(word)) return `unknown option ${word}`;
    else words.push(word);
  }
  return { flags, values, words };
}
