// Makes the `.expected` files again: compiles each program with the system's clang, runs it, and keeps what it prints.
//
// usage: node languages/hsx/src/test/torture/expectations.mjs [CLANG]

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.dirname(fileURLToPath(import.meta.url));
const clang = process.argv[2] ?? 'clang';
const work = mkdtempSync(path.join(tmpdir(), 'hsx-torture-'));
// Each operation on half rounds, as on the machine.
const options = ['-w', '-fsigned-char', '-ffp-contract=off', '-Xclang', '-ffloat16-excess-precision=none'];
try {
  for (const name of readdirSync(folder).filter(file => file.endsWith('.c'))) {
    const program = path.join(work, 'program');
    const built = spawnSync(clang, [...options, path.join(folder, name), '-o', program, '-lm'], {
      encoding: 'utf8',
    });
    if (built.status !== 0) throw new Error(`${name}: ${built.error?.message ?? built.stderr}`);
    const { stdout, status } = spawnSync(program, { encoding: 'utf8' });
    writeFileSync(path.join(folder, name.replace(/\.c$/, '.expected')), `${stdout}exit ${String(status)}\n`);
  }
} finally {
  rmSync(work, { recursive: true });
}
