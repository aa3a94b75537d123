// Conditions that are checked inside a program, in programs that do not make it easy: they fork, become other programs,
// load and drop libraries, take signals, and are watched.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { clientFor } from './in-process.js';
import { sharedPrograms } from './shared-programs.js';
import { testFolder, written } from './written-programs.js';

const programs = sharedPrograms(c);

/** In the child the pointer leads nowhere, and there is no debugger to take note of it. */
const forks = `#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
struct thing { int value; } good = {1};
static int look(struct thing *at, int n) {
  n += 1; // #here
  return n;
}
int main(void) {
  int sum = 0, status = 0;
  for (int i = 0; i < 1000; i++) sum += look(&good, i);
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1000; i++) sum += look(0, i);
    _exit(0);
  }
  waitpid(child, &status, 0);
  puts(status == 0 ? "child ended well" : "child was harmed");
  return 0;
}
`;

const plugin = `int plugged(int n) {
  n += 1; // #plugged
  return n;
}
`;

const loader = `#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void *library = dlopen("PLUGIN", RTLD_NOW);
  int (*plugged)(int) = (int (*)(int))dlsym(library, "plugged");
  int sum = 0;
  for (int i = 0; i < 100000; i++) sum += plugged(i);
  dlclose(library); // #close
  puts(sum != 0 ? "done" : "wrong");
  return 0;
}
`;

/** The library comes to where it was before. */
const reloader = `#include <dlfcn.h>
#include <stdio.h>
static int called(int from) {
  void *library = dlopen("PLUGIN", RTLD_NOW);
  int (*plugged)(int) = (int (*)(int))dlsym(library, "plugged");
  int sum = 0;
  for (int i = 0; i < 1000; i++) sum += plugged(from + i);
  dlclose(library);
  return sum; // #gone
}
int main(void) {
  int sum = called(0);
  sum += called(2000);
  sum += called(4000);
  puts(sum != 0 ? "done" : "wrong");
  return 0;
}
`;

const handler = `#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
static void tick(int number) {
  ticks += number > 0; // #handler
}
static long work(long i) {
  i += 1; // #here
  return i;
}
int main(void) {
  struct itimerval often = {{0, 2000}, {0, 2000}};
  signal(SIGALRM, tick);
  setitimer(ITIMER_REAL, &often, 0);
  long sum = 0, rounds = 0;
  for (; ticks < 40; rounds++) sum += work(rounds) - rounds;
  printf("%ld %s\\n", rounds, sum == rounds ? "well" : "wrong");
  return 0;
}
`;

/** The timer begins when the condition is already checked inside the program, which goes on until it came often enough. */
const ticking = `#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile sig_atomic_t ticks;
long one = 1, two = 2;
static void tick(int number) {
  ticks += number > 0; // #handler
}
static long work(long i) {
  i += 1; // #here
  return i;
}
int main(void) {
  struct itimerval often = {{0, 20000}, {0, 20000}};
  signal(SIGALRM, tick);
  long sum = 0, i = 0;
  for (; i < 100000 || ticks < 25; i++) {
    if (i == 1000) setitimer(ITIMER_REAL, &often, 0);
    sum += work(i) - i;
  }
  printf("%s\\n", sum == i ? "well" : "wrong");
  return 0;
}
`;

const becomes = `#include <stdio.h>
#include <unistd.h>
static long sum;
static void work(long i) {
  sum += i; // #here
}
int main(int argc, char **argv) {
  for (long i = 0; i < 3000; i++) work(i);
  if (argc > 1) {
    printf("second %ld\\n", sum);
    return 0;
  }
  execl(argv[0], argv[0], "again", (char *)0);
  return 1;
}
`;

const watches = `#include <stdio.h>
static long watched = 7;
static long sum;
static void work(long i) {
  sum += i; // #here
}
int main(void) {
  for (long i = 0; i < 300; i++) work(i); // #begin
  watched = 8;
  printf("%ld %ld\\n", sum, watched);
  return 0;
}
`;

describeUnlessMissing('conditions inside of native programs', (await nativeTools()).missing, () => {
  it('leaves forked processes alone, whatever the condition would do in them', async () => {
    const program = programs.written('forks.c', forks);
    const client = await clientFor(programs.language);
    const place = { at: '#here', condition: 'at->value == 77' } as const;
    await client.launch({ program }, () => client.setBreakpoints(program, [place]));
    await client.waitFor('terminated');
    expect(client.output({ category: 'stdout' })).toBe('child ended well\n');
  });

  it('survives a library that goes while a condition in it is in the way of a step', async () => {
    const folder = testFolder();
    const { clang } = await nativeTools();
    const library = written('plugin.c', plugin, folder);
    execFileSync(clang.found!.path, ['-g', '-shared', '-fPIC', '-o', join(folder, 'plugin.so'), library]);
    const program = written('loader.c', loader.replace('PLUGIN', join(folder, 'plugin.so')), folder);
    const client = await clientFor(programs.language);
    await client.launch({ program }, async () => {
      await client.setBreakpoints(program, ['#close']);
      await client.setBreakpoints(library, [{ at: '#plugged', condition: 'n < 0' }]);
    });
    await client.waitForStop({ reason: 'breakpoint' });
    await client.next();
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('done\n');
    // The library came while the program ran: what its condition names was found all the same.
    const told = client.timeline.entries.map(entry => JSON.stringify(entry)).join('\n');
    expect(told).not.toContain('is not understood here');
  });

  it('holds in a library that goes and comes again', async () => {
    const folder = testFolder();
    const { clang } = await nativeTools();
    const library = written('plugin.c', plugin, folder);
    execFileSync(clang.found!.path, ['-g', '-shared', '-fPIC', '-o', join(folder, 'plugin.so'), library]);
    const program = written('reloader.c', reloader.replace('PLUGIN', join(folder, 'plugin.so')), folder);
    const client = await clientFor(programs.language);
    const place = { at: '#plugged', condition: 'n == 2500 || n == 4900' } as const;
    await client.launch({ program }, async () => {
      await client.setBreakpoints(program, ['#gone']);
      await client.setBreakpoints(library, [place]);
    });
    const seen: string[] = [];
    for (let times = 0; times < 5; times++) {
      await (times === 0 ? client.waitForStop({ reason: 'breakpoint' }) : client.continue());
      const { id: frameId, name } = await client.topFrame();
      const { result } = await client.request('evaluate', {
        expression: name === 'called' ? 'from' : 'n',
        frameId,
      });
      seen.push(`${name} ${result}`);
    }
    expect(seen).toEqual(['called 0', 'plugged 2500', 'called 2000', 'plugged 4900', 'called 4000']);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('done\n');
    const told = client.timeline.events('breakpoint').map(({ body }) => body.breakpoint);
    expect(told.some(({ verified, reason }) => !verified && reason === 'pending')).toBe(true);
    expect(told.map(({ instructionReference }) => instructionReference)).not.toContain('0xffffffffffffffff');
  });

  it('holds in a library that is gone and back before anybody could look', async () => {
    const folder = testFolder();
    const { clang } = await nativeTools();
    const library = written('plugin.c', plugin, folder);
    execFileSync(clang.found!.path, ['-g', '-shared', '-fPIC', '-o', join(folder, 'plugin.so'), library]);
    const often = reloader.replace(
      'sum += called(4000);',
      'for (int at = 4000; at < 20000; at += 2000) sum += called(at);',
    );
    const program = written('reloader.c', often.replace('PLUGIN', join(folder, 'plugin.so')), folder);
    const wanted = [2500, 4500, 6500, 8500, 10500, 12500, 14500, 16500, 18500];
    const condition = wanted.map(n => `n == ${n}`).join(' || ');
    const client = await clientFor(programs.language);
    await client.launch({ program }, async () => {
      await client.setBreakpoints(library, [{ at: '#plugged', condition }]);
    });
    const seen: number[] = [];
    while (seen.length < wanted.length) {
      await (seen.length === 0 ? client.waitForStop({ reason: 'breakpoint' }) : client.continue());
      const { id: frameId } = await client.topFrame();
      seen.push(Number((await client.request('evaluate', { expression: 'n', frameId })).result));
    }
    expect(seen).toEqual(wanted);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('done\n');
  });

  it('lets a signal handler return into the code of its line', async () => {
    const program = programs.written('handler.c', handler);
    const client = await clientFor(programs.language);
    const place = { at: '#here', condition: 'i < 0' } as const;
    await client.launch({ program }, () => client.setBreakpoints(program, [place, '#handler']));
    for (let times = 0; times < 20; times++) {
      await client.waitForStop({ reason: 'breakpoint' });
      if (times < 19) await client.resume();
    }
    await client.setBreakpoints(program, [place]);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toMatch(/^\d+ well\n$/);
  });

  it('shows nothing of itself below a signal handler that came into a check', async () => {
    const program = programs.written('ticking.c', ticking);
    const client = await clientFor(programs.language);
    const condition = '(one * i + two) % 3 == 5 || (i ^ one) == -9 || i / two == -77';
    const place = { at: '#here', condition } as const;
    await client.launch({ program }, () => client.setBreakpoints(program, [place, '#handler']));
    const seen = new Set<string>();
    for (let times = 0; times < 20; times++) {
      await client.waitForStop({ reason: 'breakpoint' });
      for (const { name, line } of await client.stack())
        if (line > 0 || name.startsWith('0x')) seen.add(name);
      if (times < 19) await client.resume();
    }
    expect([...seen].sort()).toEqual(['main', 'tick', 'work']);
    await client.setBreakpoints(program, [place]);
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('well\n');
  });

  it('is not lost when a signal comes while it is put in place', async () => {
    const early = ticking.replace('if (i == 1000) setitimer', 'if (i == 0) setitimer');
    const program = programs.written('early.c', early);
    const client = await clientFor(programs.language);
    const place = { at: '#here', condition: 'i == 50000' } as const;
    await client.launch({ program }, () => client.setBreakpoints(program, [place]));
    await client.waitForStop({ reason: 'breakpoint' });
    expect((await client.evaluate('i')).result).toBe('50000');
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('well\n');
  });

  it.each([
    ['never true', 'i < 0', []],
    ['true late in each', 'i == 2990', ['2990', '2990']],
  ] as const)('follows a program that becomes another one (%s)', async (_, condition, stops) => {
    const program = programs.written('becomes.c', becomes);
    const client = await clientFor(programs.language);
    await client.launch({ program }, () => client.setBreakpoints(program, [{ at: '#here', condition }]));
    for (const i of stops) {
      await client.waitForStop({ reason: 'breakpoint' });
      expect((await client.evaluate('i')).result).toBe(i);
      await client.resume();
    }
    await client.waitFor('terminated');
    expect(client.output({ category: 'stdout' })).toBe('second 4498500\n');
  });

  it('reads what is watched without that being told as a read of the program', async () => {
    const program = programs.written('watches.c', watches);
    const client = await clientFor(programs.language);
    const here = { at: '#here', condition: 'watched == 1 || i == 290' } as const;
    await client.launch({ program }, () => client.setBreakpoints(program, ['#begin', here]));
    await client.waitForStop({ reason: 'breakpoint' });
    const { dataId } = await client.request('dataBreakpointInfo', {
      name: 'watched',
      frameId: (await client.topFrame()).id,
    });
    const watch = { dataId: dataId!, accessType: 'readWrite' } as const;
    await client.request('setDataBreakpoints', { breakpoints: [watch] });
    expect((await client.continue()).reason).toBe('breakpoint');
    expect((await client.evaluate('i')).result).toBe('290');
    expect((await client.continue()).reason).toBe('data breakpoint');
    expect((await client.topFrame()).name).toBe('main');
    await client.request('setDataBreakpoints', { breakpoints: [] });
    await client.runToEnd();
    expect(client.output({ category: 'stdout' })).toBe('44850 8\n');
  });
});
