// The six streams of Aria's runtime with real descriptors.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { toolsMissing, useRuntime } from './runtime-programs.js';

const start = `
#include "aria.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
__attribute__((unused)) static aria_string text(const char *s) {
  return (aria_string){s, (int64_t)strlen(s)};
}
`;

describe.skipIf(toolsMissing)('streams of the Aria runtime', () => {
  const { run, lines, build } = useRuntime();

  it('each stream arrives at its descriptor, and nothing is lost when the program aborts', async () => {
    const outcome = await run(
      `${start}
      int main(void) {
        __aria_streams_init();
        __aria_write(ARIA_STDOUT, text("out"));
        __aria_write(ARIA_STDERR, text("err"));
        __aria_write(ARIA_STDDBG, text("dbg"));
        __aria_write(ARIA_STDDATO, (aria_string){"\\0\\1\\377", 3});
        abort();
      }`,
      { stddati: Buffer.alloc(0) },
    );
    expect(outcome).toEqual({
      ...{ status: 'SIGABRT', stdout: 'out', stderr: 'err', stddbg: 'dbg' },
      stddato: Buffer.from([0, 1, 255]),
    });
  });

  it('without descriptors 3 to 5 telemetry goes to stderr, data nowhere, and none is a copy of another', async () => {
    const outcome = await run(`${start}
      int main(void) {
        __aria_streams_init();
        __aria_write(ARIA_STDDBG, text("telemetry\\n"));
        __aria_write(ARIA_STDDATO, text("data"));
        struct stat null, in, out;
        stat("/dev/null", &null); fstat(4, &in); fstat(5, &out);
        aria_result_string bytes;
        __aria_read_bytes(10, &bytes);
        printf("%d %d %d %d\\n", in.st_rdev == null.st_rdev, out.st_rdev == null.st_rdev, bytes.err, fcntl(6, F_GETFD));
      }`);
    expect(outcome).toMatchObject({ status: 0, stdout: '1 1 1 -1\n', stderr: 'telemetry\n' });
  });

  it('with every descriptor closed a program still runs', async () => {
    const program = await build(`${start}
      int main(void) {
        for (int i = 0; i < 6; i++) close(i);
        __aria_streams_init();
        int8_t problems = 0;
        for (int i = 0; i < 6; i++) problems |= i == 0 || i == 4 ? 0 : __aria_write(i, text("x"));
        aria_result_string line;
        __aria_read_line(&line);
        return problems != 0 || line.err != ARIA_ERR_END;
      }`);
    const child = spawn(program, { stdio: 'inherit' });
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  it('lines come without their ends, the last one too when it has none, then the end is told', async () => {
    const long = 'x'.repeat(200_000);
    const got = await lines(
      `${start}
      int main(void) {
        __aria_streams_init();
        for (;;) {
          aria_result_string line;
          __aria_read_line(&line);
          if (line.err) { printf("err %d\\n", line.err); return 0; }
          printf("%lld %.5s\\n", (long long)line.val.length, line.val.data);
        }
      }`,
      { stdin: `first\n\r\nsecond\r\n${long}\nlast` },
    );
    expect(got).toEqual(['5 first', '0 ', '6 secon', '200000 xxxxx', '4 last', 'err 1']);
  });

  it('bytes are read whole, fewer only at the end', async () => {
    const got = await lines(
      `${start}
      int main(void) {
        __aria_streams_init();
        const int64_t counts[] = {0, -1, 3, INT64_MAX, 1};
        for (int i = 0; i < 5; i++) {
          aria_result_string bytes;
          __aria_read_bytes(counts[i], &bytes);
          printf("%d %lld\\n", bytes.err, (long long)bytes.val.length);
        }
      }`,
      { stddati: Buffer.alloc(100_003, 7) },
    );
    expect(got).toEqual(['0 0', '22 0', '0 3', '0 100000', '1 0']);
  });

  it('text of C code and of Aria code keeps its order', async () => {
    const got = await lines(`${start}
      int main(void) {
        __aria_streams_init();
        printf("c ");
        __aria_write(ARIA_STDOUT, text("aria "));
        printf("c\\n");
      }`);
    expect(got).toEqual(['c aria c']);
  });

  it('a line is written in one piece, of whatever length', async () => {
    const got = await lines(`${start}
      int main(void) {
        __aria_streams_init();
        static char long_text[10000];
        memset(long_text, 'l', sizeof long_text);
        __aria_write_line(ARIA_STDOUT, text("short"));
        __aria_write_line(ARIA_STDOUT, (aria_string){NULL, 0});
        __aria_write_line(ARIA_STDOUT, (aria_string){long_text, sizeof long_text});
        return __aria_write_line(ARIA_STDIN, text("x")) != ARIA_ERR_ARGUMENT;
      }`);
    expect(got).toEqual(['short', '', 'l'.repeat(10_000)]);
  });

  it('a megabyte waits for a slow reader and arrives whole, also when the descriptor is non-blocking', async () => {
    const { stdout, status } = await run(`${start}
      int main(void) {
        __aria_streams_init();
        fcntl(1, F_SETFL, fcntl(1, F_GETFL) | O_NONBLOCK);
        static char data[1 << 20];
        memset(data, 'a', sizeof data);
        return __aria_write(ARIA_STDOUT, (aria_string){data, sizeof data});
      }`);
    expect([status, stdout.length]).toEqual([0, 1 << 20]);
  });

  const endless = (stream: string): string => `${start}
    int main(void) {
      __aria_streams_init();
      __aria_write(ARIA_STDERR, text("ready"));
      char go;
      if (read(0, &go, 1) != 1) return 9;
      for (int i = 0; i < 1000; i++) __aria_write(${stream}, text("nobody reads this\\n"));
      return 4;
    }`;

  it.each([
    ['ARIA_STDOUT', 1, 141],
    ['ARIA_STDDBG', 3, 4],
    ['ARIA_STDDATO', 5, 141],
  ])('%s without a reader ends quietly', async (stream, descriptor, status) => {
    const program = await build(endless(stream), 'optimised');
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'] });
    const ended = once(child, 'close');
    let said = '';
    child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
    await once(child.stderr, 'data');
    const readers = [1, 3, 5].map(number => [number, child.stdio[number] as unknown as Readable] as const);
    for (const [number, reader] of readers) {
      reader.resume();
      if (number !== descriptor) continue;
      const gone = once(reader, 'close');
      reader.destroy();
      await gone;
    }
    child.stdin.end('x');
    expect(await ended).toEqual([status, null]);
    expect(said).toBe('ready');
  });

  it('a stream that cannot be written to is told apart', async () => {
    expect(
      await lines(`${start}
      int main(void) {
        __aria_streams_init();
        printf("%d %d %d\\n", __aria_write(ARIA_STDIN, text("x")), __aria_write(4, text("x")), __aria_write(99, text("x")));
        dup2(open("/dev/full", O_WRONLY), 5);
        printf("%d\\n", __aria_write(ARIA_STDDATO, text("x")));
      }`),
    ).toEqual(['22 22 22', '5']);
  });
});
