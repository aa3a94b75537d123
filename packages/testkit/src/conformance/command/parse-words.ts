// Takes the words of this package's own command line apart.
import { parseArgs } from 'node:util';
import { nearest } from './chosen-checks.js';
import type { OptionText, Words } from './options.js';
import { UsageProblem } from './usage-problem.js';

type Options = Readonly<Record<string, OptionText>>;

/** Options end at the first word that is none: it and all behind it are the adapter's command. */
export function parseWords(args: readonly string[], options: Options): Words {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        short === undefined ? { type } : { type, short },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, (string | true)[]>();
  let operands: readonly string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') {
      operands = args.slice(token.index + 1);
      break;
    }
    if (token.kind === 'positional') {
      operands = args.slice(token.index);
      break;
    }
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknown(token.rawName, options);
    const value = valueOf(option, token.rawName, token.value);
    values.set(token.name, option.repeats === true ? [...(values.get(token.name) ?? []), value] : [value]);
  }
  const texts = (name: string): readonly string[] =>
    (values.get(name) ?? []).filter(value => typeof value === 'string');
  return {
    operands,
    flag: name => values.get(name)?.[0] === true,
    text: name => texts(name)[0],
    texts,
  };
}

function valueOf(
  { type, value: called }: OptionText,
  rawName: string,
  value: string | undefined,
): string | true {
  if (type === 'boolean') {
    if (value === undefined) return true;
    throw new UsageProblem(`${rawName} takes no value.`);
  }
  if (value !== undefined) return value;
  throw new UsageProblem(`${rawName} needs a value: ${rawName} ${called ?? 'VALUE'}.`);
}

function unknown(rawName: string, options: Options): UsageProblem {
  const near = nearest(
    rawName,
    Object.keys(options).map(name => `--${name}`),
  );
  return new UsageProblem(
    `there is no option ${rawName}.${near === undefined ? '' : ` Did you mean ${near}?`}`,
  );
}
