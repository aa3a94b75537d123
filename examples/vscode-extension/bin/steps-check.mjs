#!/usr/bin/env node
// Checks a Steps program and prints its mistakes as compilers do; stands for the compiler of a real language.
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
const statement =
  /^(?:let\s+\w+\s*=\s*.+|call\s+\w+\s*\(.*\)|to\s+\w+\s*\(.*\)|(?:print|fail|give|repeat)\s+.+|end)$/;
let mistakes = 0;
readFileSync(file, 'utf8')
  .split(/\r?\n/)
  .forEach((line, number) => {
    const words = /^(?:[^"#]|"[^"]*")*/.exec(line)[0].trim();
    if (words === '' || statement.test(words)) return;
    mistakes += 1;
    process.stderr.write(
      `${file}:${number + 1}:${line.search(/\S/) + 1}: error: cannot make sense of "${words}"\n`,
    );
  });
process.exitCode = mistakes === 0 ? 0 : 1;
