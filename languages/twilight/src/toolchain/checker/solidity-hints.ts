// Hints of the checker in the words of the solidity mode: what they tell to write must be possible there.

const typeNames = (text: string): string =>
  text.replaceAll(
    /\b([ui])(\d+)\b/g,
    (_, sign: string, bits: string) => `${sign === 'u' ? 'u' : ''}int${bits}`,
  );

const rewritten: readonly (readonly [RegExp, string])[] = [
  [/convert it with `\.into\(\)` or `(\w+)::from\(…\)`/i, 'write `$1(…)`'],
  [/convert it with `(\w+)::try_from\(…\)\?`/i, 'Write `$1(…)`, which is checked'],
  [/`(\w+)::try_from\(…\)\?`/, '`$1(…)`, which is checked'],
  [
    /Write T::try_from\(x\)\.|Declare the type, or write T::from\(x\)\./,
    'Write the type around it: `uint64(x)`.',
  ],
  [/a number without a suffix is i64 unless/, 'a number is u256 unless'],
  [/Declare it with `pub`( there)?\./, 'Declare it `public`$1.'],
  [/Declare it: va[lr] (\w+): vector<(\w+)> = [^;]*;/, 'Declare it: $2[] memory $1;'],
  [/Declare it `mut (\w+)`\./, 'Take a copy first: `$1.clone()`.'],
  [/Return a value, or end with one without ;\./, 'Return a value.'],
];

export const hintInSolidity = (hint: string): string =>
  typeNames(rewritten.reduce((text, [pattern, words]) => text.replace(pattern, words), hint));
