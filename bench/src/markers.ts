// Lines of a program by the marker in their comment.
import { readFileSync } from 'node:fs';

export function lineOf(file: string, marker: string): number {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex(text => text.includes(marker));
  if (line < 0) throw new Error(`${file} has no line marked ${marker}`);
  return line + 1;
}
