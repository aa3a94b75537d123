import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Checksum } from '@sonde/dap';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { mini } from '@sonde/language-mini';
import { ng } from '@sonde/language-ng';
import { connect, lineOf, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing, witness } from '@sonde/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { sondeScript, tcpServer } from './fixtures.js';
import { stoppedIn, testFolder, written } from './written-programs.js';

const server = tcpServer();
const digest = (algorithm: 'sha256' | 'sha1' | 'md5', path: string): string =>
  createHash(algorithm).update(readFileSync(path)).digest('hex');

async function messageWith(
  client: TestClient,
  program: string,
  checksums?: Checksum[],
): Promise<string | undefined> {
  const { breakpoints } = await client.request('setBreakpoints', {
    source: { path: program, ...(checksums === undefined ? {} : { checksums }) },
    breakpoints: [{ line: lineOf(program, '#here') }],
  });
  expect(breakpoints[0]!.verified).toBe(true);
  return breakpoints[0]!.message;
}

const notices = (client: TestClient): number =>
  client.timeline.events('output', { where: body => /has changed since/.test(body.output) }).length;

/** Frames carry the checksum of what was built; other texts in the editor or on the disk are told of. */
async function tellsTextsApart(
  program: string,
  built: readonly ['SHA256' | 'MD5', 'sha256' | 'md5'],
): Promise<void> {
  const client = await stoppedIn(server, program);
  const { source } = await client.topFrame();
  expect(source!.checksums).toEqual([{ algorithm: built[0], checksum: digest(built[1], program) }]);
  for (const [algorithm, name] of [
    ['SHA256', 'sha256'],
    ['SHA1', 'sha1'],
    ['MD5', 'md5'],
  ] as const) {
    expect(client.capabilities.supportedChecksumAlgorithms).toContain(algorithm);
    expect(
      await messageWith(client, program, [{ algorithm, checksum: digest(name, program) }]),
    ).toBeUndefined();
    const other = digest(name, program).replace(/^./, first => (first === '0' ? '1' : '0'));
    expect(await messageWith(client, program, [{ algorithm, checksum: other }])).toMatch(
      /editor shows another/,
    );
  }
  expect(await messageWith(client, program)).toBeUndefined();
  expect(notices(client)).toBe(0);

  appendFileSync(program, '\n');
  expect(await messageWith(client, program)).toMatch(/has changed since the program was built/);
  expect(await messageWith(client, program)).toMatch(/has changed since/);
  expect(notices(client)).toBe(1);
}

describe('checksums', () => {
  witness(mini, ['capability supportedChecksumAlgorithms'], 'tell the text that was built from others', () =>
    tellsTextsApart(written('text.mini', 'let a = 1;\nprint a; // #here\n'), ['SHA256', 'sha256']),
  );

  witness(ng, ['capability supportedChecksumAlgorithms'], 'of modules follow from the hash they carry', () =>
    tellsTextsApart(written('text.ng', 'val a = 1;\nprint(a); // #here\n'), ['SHA256', 'sha256']),
  );

  it('of a program that was compiled from an older text are not made up, and its breakpoints say so', async () => {
    const folder = testFolder();
    const source = written('old.ng', 'val a = 1;\nprint(a); // #here\n', folder);
    const compiled = join(folder, 'old.ngo');
    execFileSync(process.execPath, [sondeScript, 'build', source, '-o', compiled]);
    writeFileSync(source, '// A line more.\nval a = 1;\nprint(a); // #here\n');
    const client = closeAfterTest(await connect(await server()));
    let message: string | undefined;
    await client.launch({ program: compiled }, async each => {
      message = (await each.setBreakpoints(source, [2]))[0]!.message;
    });
    expect(message).toMatch(/has changed since the program was built/);
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.topFrame()).source!.checksums).toBeUndefined();
    expect(notices(client)).toBe(1);
  });
});

describeUnlessMissing('checksums of C', (await nativeTools()).missing, () => {
  witness(c, ['capability supportedChecksumAlgorithms'], 'are those that the compiler wrote down', () =>
    tellsTextsApart(written('text.c', 'int main(void) {\n  int a = 1;\n  return a - 1; // #here\n}\n'), [
      'MD5',
      'md5',
    ]),
  );
});
