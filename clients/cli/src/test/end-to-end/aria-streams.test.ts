// The six streams of an Aria program, as a client sees them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { c } from '@sonde/language-c';
import { connect, start, type TestClient } from '@sonde/testkit';
import { closeAfterTest, describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it, onTestFinished } from 'vitest';
import { clientFor, endpointFor } from './in-process.js';
import { finished, testFolder, written } from './written-programs.js';

const telling = `func:main = int32() {
    stddbg.write("begin");
    stdout.write("out\\n"); // #half
    stddbg.write("ning\\nsecond \\xe2");
    stddbg.write("\\x82\\xac\\n");
    stderr.write("err\\n");
    stddato.writeBytes("\\x01hel");
    stddato.writeBytes("lo\\xff");
    stddbg.write("no end");
    pass(0); // #end
};
`;

const copying = `func:main = int32() {
    int64:count = 0;
    while (true) {
        string:piece = stddati.readBytes(4096) ? "";
        if (len(piece) == 0) { break; }
        count += len(piece);
        stddato.writeBytes(piece);
    }
    println(\`read &{count}\`);
    pass(0);
};
`;

/** All that came in one category. */
const said = (client: TestClient, category: string): string => client.output({ category });

const programText = (client: TestClient): string =>
  said(client, 'console').replaceAll(/^(?!.*\[std).*\n/gm, '');

describeUnlessMissing('the streams of an Aria program', (await nativeTools()).missing, () => {
  it('are told apart, each as its kind wants it, and nothing is lost at the end', async () => {
    const client = await clientFor(aria);
    await client.launch({ program: written('telling.aria', telling) });
    await client.waitFor('terminated', { after: start });
    expect(said(client, 'stderr')).toBe('err\n');
    expect(programText(client)).toBe('[stddbg] beginning\n[stddbg] second €\n[stddbg] no end');
    const out = said(client, 'stdout');
    expect(out).toContain('out\n');
    const dump = out.replace('out\n', '');
    expect(dump).toMatch(/^\[stddato\] 00000000 {2}01 68 65 6c/);
    expect([...dump.matchAll(/ {2}((?:[0-9a-f]{2} )+)/g)].map(([, hex]) => hex).join('')).toBe(
      '01 68 65 6c 6c 6f ff ',
    );
  });

  it('are there of a finished program too, which is known by what is in it', async () => {
    const program = await finished(aria, written('copying.aria', copying));
    const client = closeAfterTest(await connect(endpointFor(c, aria)));
    await client.launch({ program, stddati: { text: 'abc' } });
    await client.waitFor('terminated', { after: start });
    expect(said(client, 'stdout')).toContain('read 3\n');
    expect(said(client, 'stdout')).toMatch(/\[stddato\] 00000000 {2}61 62 63 /);
  });

  it('come as they are written, also half a line', async () => {
    const program = written('telling.aria', telling);
    const client = await clientFor(aria);
    await client.launch({ program }, each => each.setBreakpoints(program, ['#half']));
    await client.waitForStop({ reason: 'breakpoint' });
    await client.waitForOutput('[stddbg] begin', { category: 'console' });
    await client.runToEnd();
    expect(programText(client)).toMatch(/^\[stddbg\] beginning\n/);
  });

  it.each([
    ['text', { text: 'né' }, 3],
    ['bytes', { bytes: Buffer.from([0, 255, 10]).toString('base64') }, 3],
    ['nothing', undefined, 0],
  ])('begin with what the launch gives as %s', async (_kind, stddati, count) => {
    const client = await clientFor(aria);
    await client.launch({
      program: written('copying.aria', copying),
      ...(stddati === undefined ? {} : { stddati }),
    });
    await client.waitFor('terminated', { after: start });
    expect(said(client, 'stdout')).toContain(`read ${count}\n`);
    expect(said(client, 'console')).not.toContain('né');
  });

  it('read a file of any size, and let the program wait where the client does not keep up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sonde-stddati-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const size = 2_000_003;
    writeFileSync(join(folder, 'input'), Buffer.alloc(size, 'a'));
    const client = await clientFor(aria);
    await client.launch({ program: written('copying.aria', copying), cwd: folder, stddati: 'input' });
    await client.waitFor('terminated', { after: start });
    const out = said(client, 'stdout');
    expect(out).toContain(`read ${size}\n`);
    // Every byte of it, once.
    const bytes = [...out.matchAll(/\|(a+)\|/g)].reduce((sum, [, text]) => sum + text!.length, 0);
    expect(bytes).toBe(size);
  });

  it('that cannot be given are refused before the program starts', async () => {
    const folder = testFolder();
    const program = written('copying.aria', copying, folder);
    for (const [stddati, why] of [
      ['nowhere.bin', /there is no file .*nowhere\.bin/],
      ['.', /is a folder/],
      [{ bytes: '***' }, /not base64/],
      [7, /stddati/],
    ] as const) {
      const client = await clientFor(aria);
      await expect(client.launch({ program, cwd: folder, stddati })).rejects.toThrow(why);
    }
  });
});
