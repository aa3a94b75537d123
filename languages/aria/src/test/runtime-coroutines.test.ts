// Coroutines of Aria's runtime: turns, promises, sleep, roots, stacks, and the frames a debugger walks.

import { describe, expect, it } from 'vitest';
import { allModes, debug, toolsMissing, useRuntime } from './runtime-programs.js';

const start = `
#define _GNU_SOURCE
#include "aria.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef struct { int8_t err; int64_t val; } result;
#define SPAWN(body, n) __aria_spawn(body, &(int64_t){n}, sizeof(int64_t), sizeof(result), #body)
#define AWAIT(frame, out) __aria_await(frame, &out, sizeof out, "c.aria", __LINE__, #frame)
#define ARG (*(int64_t *)args)
#define PASS(v) (*(result *)promise = (result){0, v})
#define FAIL(e) (*(result *)promise = (result){e, 0})
`;

describe.skipIf(toolsMissing)('coroutines of the Aria runtime', () => {
  const { run, lines, build } = useRuntime();

  it.each(allModes)('those that are ready take turns, first come first served (%s)', async mode => {
    const got = await lines(
      `${start}
      static void counter(void *args, void *promise) {
        for (int i = 0; i < 3; i++) { printf("%d.%d ", (int)ARG, i); __aria_yield("c.aria", 1); }
        PASS(ARG * 10);
      }
      int main(void) {
        struct CoroutineFrame *one = SPAWN(counter, 1), *two = SPAWN(counter, 2);
        result first, second;
        AWAIT(two, second);
        AWAIT(one, first);
        AWAIT(one, first);
        printf("= %d %d\\n", (int)first.val, (int)second.val);
      }`,
      { mode },
    );
    expect(got).toEqual(['1.0 2.0 1.1 2.1 1.2 2.2 = 10 20']);
  });

  it('errors travel along the chain of promises and mark who failed', async () => {
    const got = await lines(`${start}
      static void leaf(void *args, void *promise) { __aria_yield("c.aria", 1); FAIL((int8_t)ARG); }
      static void middle(void *args, void *promise) {
        result got;
        AWAIT(SPAWN(leaf, ARG), got);
        if (got.err) { FAIL(got.err); return; }
        PASS(1);
      }
      int main(void) {
        struct CoroutineFrame *m = SPAWN(middle, 42);
        result got;
        AWAIT(m, got);
        printf("%d %d %d %d\\n", got.err, m->state, m->err, (int)__aria_coroutines.finished_count);
      }`);
    expect(got).toEqual(['42 4 42 2']);
  });

  it('sleepers wake in the order of their deadlines, after that much time', async () => {
    const got = await lines(`${start}
      static void sleeper(void *args, void *promise) {
        __aria_sleep(ARG, "c.aria", 1);
        printf("%d ", (int)ARG);
        __aria_sleep(ARG, "c.aria", 2);
        printf("%d ", (int)ARG);
        PASS(0);
      }
      int main(void) {
        struct timespec before, after;
        clock_gettime(CLOCK_MONOTONIC, &before);
        struct CoroutineFrame *all[] = {SPAWN(sleeper, 30), SPAWN(sleeper, 10), SPAWN(sleeper, 20), SPAWN(sleeper, -5)};
        result got;
        for (int i = 0; i < 4; i++) AWAIT(all[i], got);
        clock_gettime(CLOCK_MONOTONIC, &after);
        double ms = (double)(after.tv_sec - before.tv_sec) * 1e3 + (double)(after.tv_nsec - before.tv_nsec) / 1e6;
        printf("%s\\n", ms >= 60 ? "waited" : "too early");
      }`);
    expect(got).toEqual(['-5 -5 10 20 10 30 20 30 waited']);
  });

  it('a sleeper is not kept out by those who only yield', async () => {
    const got = await lines(`${start}
      static int done;
      static void sleeper(void *args, void *promise) { __aria_sleep(ARG, "c.aria", 1); done = 1; PASS(0); }
      int main(void) {
        SPAWN(sleeper, 5);
        while (!done) __aria_yield("c.aria", 2);
        printf("woke\\n");
      }`);
    expect(got).toEqual(['woke']);
  });

  it('a debugger sees who waits for whom, where, and where their code goes on', async () => {
    const got = await lines(`${start}
      static struct CoroutineFrame *top_frame;
      static void *leaf_pc(const struct CoroutineFrame *f) { return f->resume_pc; }
      static void show(void) {
        for (struct CoroutineFrame *f = __aria_coroutines.first; f != NULL; f = f->next)
          printf("%d %s state %d line %d awaiting %s on %d waiter %d\\n", (int)f->id, f->name, f->state, (int)f->line,
                 f->awaiting ? f->awaiting : "-", f->waiting_on ? (int)f->waiting_on->id : 0,
                 f->waiter ? (int)f->waiter->id : 0);
        printf("current %d of %d\\n", (int)__aria_coroutines.current->id, (int)__aria_coroutines.count);
      }
      static void leaf(void *args, void *promise) { show(); PASS(ARG); }
      __attribute__((noinline)) static void inner(void *promise, int64_t n, const char **own) {
        result got;
        struct CoroutineFrame *l = SPAWN(leaf, n);
        *own = __builtin_frame_address(0);
        __aria_await(l, &got, sizeof got, "c.aria", 11, "leaf(n)");
        PASS(got.val + 1);
      }
      static const char *inner_frame, *middle_frame;
      static void middle(void *args, void *promise) {
        middle_frame = __builtin_frame_address(0);
        inner(promise, ARG, &inner_frame);
        __asm__ volatile("");
      }
      static void watcher(void *args, void *promise) {
        (void)args;
        struct CoroutineFrame *f = top_frame;
        printf("frame pointer %d, its caller's %d, stack %d, code %d\\n", f->frame_pointer == inner_frame,
               *(const char **)f->frame_pointer == middle_frame,
               (char *)f->stack_pointer > f->stack_low && f->stack_pointer <= f->frame_pointer &&
               (char *)f->frame_pointer < f->stack_high, leaf_pc(f) != NULL);
        int depth = 0;
        for (void **fp = f->frame_pointer; fp != NULL && depth < 100; fp = *fp) depth++;
        printf("%d frames up to the bottom\\n", depth);
        PASS(0);
      }
      int main(void) {
        top_frame = SPAWN(middle, 5);
        void (*body)(void *, void *) = middle;
        printf("begins at its body %d\\n", memcmp(&top_frame->resume_pc, &body, sizeof body) == 0);
        SPAWN(watcher, 0);
        result got;
        __aria_await(top_frame, &got, sizeof got, "c.aria", 21, "middle(5)");
        printf("%d, runs on: %d\\n", (int)got.val, __aria_coroutines.current->resume_pc == NULL);
      }`);
    expect(got).toEqual([
      'begins at its body 1',
      "frame pointer 1, its caller's 1, stack 1, code 1",
      // inner, middle, and the function of the runtime that began it
      '3 frames up to the bottom',
      '4 leaf state 1 line 0 awaiting - on 0 waiter 2',
      '2 middle state 2 line 11 awaiting leaf(n) on 4 waiter 1',
      '1 main state 2 line 21 awaiting middle(5) on 2 waiter 0',
      ...['current 4 of 3', '6, runs on: 1'],
    ]);
  });

  it('the stack of a running coroutine ends where it began', async () => {
    const program = await build(
      `${start}
      static void __attribute__((noinline)) here(void) { __asm__ volatile(""); }
      static void deeper(void *args, void *promise) { here(); PASS(ARG); }
      int main(void) {
        result got;
        AWAIT(SPAWN(deeper, 1), got);
      }`,
      'optimised',
    );
    const said = await debug(
      ['breakpoint set --name here', 'run', 'thread backtrace', 'continue'],
      [program],
    );
    const functions = [...said.matchAll(/^ *\*? *frame #\d+: \S+ \S+`(\w+)/gm)].map(([, name]) => name);
    // The first is told twice: at the stop and in the list.
    expect(functions.slice(1)).toEqual(['here', 'deeper', 'begin_coroutine']);
    expect(said).toMatch(/exited with status = 0/);
  });

  it.each(allModes)(
    'objects live while only suspended coroutines, arguments or promises hold them (%s)',
    async mode => {
      const got = await lines(
        `${start}
      typedef struct { int8_t err; int64_t *val; } object_result;
      static const uint32_t in_args[] = {0}, in_promise[] = {8};
      static int64_t *object(int64_t v) { int64_t *made = __aria_gc_alloc(8, 0); *made = v; return made; }
      static void holder(void *args, void *promise) {
        int64_t *held = *(int64_t **)args, *made = NULL;
        struct { struct aria_roots *previous; uint64_t count; void **slots[2]; } roots =
          {NULL, 2, {(void **)&held, (void **)&made}};
        __aria_gc_push((struct aria_roots *)&roots);
        made = object(*held * 2);
        for (int i = 0; i < 5; i++) __aria_yield("c.aria", 1);
        *made += *held;
        *(object_result *)promise = (object_result){0, made};
        __aria_gc_pop((struct aria_roots *)&roots);
      }
      enum { COUNT = 50 };
      int main(void) {
        struct CoroutineFrame *all[COUNT];
        for (int i = 0; i < COUNT; i++) {
          int64_t *argument = object(i);
          all[i] = __aria_spawn(holder, &argument, sizeof argument, sizeof(object_result), "holder");
          __aria_spawn_roots(all[i], in_args, 1, in_promise, 1);
        }
        for (int i = 0; i < 20; i++) {
          __aria_gc_collect(1);
          for (int k = 0; k < 100; k++) object(-1);
          __aria_yield("c.aria", 2);
        }
        int64_t sum = 0;
        for (int i = 0; i < COUNT; i++) {
          object_result got;
          __aria_gc_collect(1);
          __aria_await(all[i], &got, sizeof got, "c.aria", 3, "holder");
          sum += *got.val;
          __aria_release(all[i]);
        }
        __aria_gc_collect(1);
        printf("%d %d %d\\n", (int)sum, (int)__aria_gc_old_objects.count, (int)__aria_coroutines.finished_count);
      }`,
        { mode, env: { ARIA_GC_STRESS: '1' } },
      );
      expect(got).toEqual(['3675 0 0']);
    },
  );

  it('each coroutine has its own scopes', async () => {
    const got = await lines(`${start}
      static void scoped(void *args, void *promise) {
        uint64_t outer = __aria_scope_enter();
        int64_t local = ARG;
        aria_fat p = {&local, &local, sizeof local, outer};
        __aria_yield("c.aria", 1);
        uint64_t inner = __aria_scope_enter();
        __aria_wild_check(&p, 0, 8, "c.aria", 2);
        __aria_yield("c.aria", 3);
        __aria_scope_exit(inner);
        __aria_wild_check(&p, 0, 8, "c.aria", 4);
        __aria_scope_exit(outer);
        printf("%d of %d; ", (int)*(int64_t *)p.ptr, (int)__aria_scopes.count);
        PASS(0);
      }
      int main(void) {
        __aria_scope_enter();
        struct CoroutineFrame *a = SPAWN(scoped, 1), *b = SPAWN(scoped, 2);
        result got;
        AWAIT(b, got);
        AWAIT(a, got);
        printf("%d\\n", (int)__aria_scopes.count);
      }`);
    expect(got).toEqual(['1 of 3; 2 of 1; 1']);
  });

  it('10,000 coroutines wait at the same time, and 100,000 come and go', async () => {
    const got = await lines(
      `${start}
      enum { COUNT = 10000 };
      static struct CoroutineFrame *all[COUNT];
      static void waits(void *args, void *promise) { __aria_yield("c.aria", 1); PASS(ARG); }
      static void at_once(void *args, void *promise) { PASS(ARG); }
      int main(void) {
        int64_t sum = 0;
        result got;
        for (int i = 0; i < COUNT; i++) all[i] = SPAWN(waits, i);
        __aria_yield("c.aria", 2);
        printf("%d\\n", (int)__aria_coroutines.count);
        for (int i = COUNT - 1; i >= 0; i--) { AWAIT(all[i], got); sum += got.val; __aria_release(all[i]); }
        for (int i = 0; i < 100000; i++) {
          struct CoroutineFrame *f = SPAWN(at_once, 1);
          // Released before it ends, or after.
          if (i % 2) __aria_release(f);
          AWAIT(f, got);
          if (i % 2 == 0) __aria_release(f);
          sum += got.val;
        }
        printf("%lld %d %d\\n", (long long)sum, (int)__aria_coroutines.count, (int)__aria_coroutines.finished_count);
      }`,
      { mode: 'optimised' },
    );
    expect(got).toEqual(['10001', '50095000 1 0']);
  });

  it.each([
    ['result r; __aria_await(NULL, &r, sizeof r, "c.aria", 7, "x");', 'c.aria:7: await of NULL'],
    ['self = SPAWN(own, 1); result r; AWAIT(self, r);', 'c.aria:3: a coroutine awaits itself'],
    [
      'self = SPAWN(first, 1); result r; AWAIT(self, r);',
      'c.aria:5: deadlock: every coroutine waits for another one',
    ],
  ])('%s traps', async (code, message) => {
    const { status, stderr } = await run(`${start}
      static struct CoroutineFrame *self;
      static void own(void *args, void *promise) {
        (void)args;
        __aria_await(self, promise, sizeof(result), "c.aria", 3, "self");
      }
      static void second(void *args, void *promise) {
        (void)args;
        __aria_await(self, promise, sizeof(result), "c.aria", 5, "first");
      }
      static void first(void *args, void *promise) {
        struct CoroutineFrame *other = SPAWN(second, ARG);
        __aria_await(other, promise, sizeof(result), "c.aria", 4, "second");
      }
      int main(void) { (void)own; (void)first; ${code} }`);
    expect([status, stderr]).toEqual(['SIGABRT', `${message}\n`]);
  });

  it('no room for another stack is told', async () => {
    const { status, stderr } = await run(
      `${start}
      #include <sys/resource.h>
      static void idle(void *args, void *promise) { PASS(ARG); }
      int main(void) {
        struct rlimit limit = {256 << 20, 256 << 20};
        setrlimit(RLIMIT_AS, &limit);
        for (;;) SPAWN(idle, 1);
      }`,
      { mode: 'optimised' },
    );
    expect([status, stderr]).toEqual(['SIGABRT', 'aria: out of memory: no stack for another coroutine\n']);
  });

  const recursion = `${start}
    static volatile int64_t depth;
    __attribute__((noinline)) static int64_t down(int64_t n) {
      volatile char room[2000];
      room[n % 2000] = 1;
      depth = n;
      return n < 0 ? 0 : down(n + 1) + room[n % 1999];
    }
    static void deep(void *args, void *promise) { PASS(down(ARG)); }
    int main(int count, char **names) {
      (void)names;
      __aria_streams_init();
      if (count > 1) return (int)down(0);
      result got;
      AWAIT(SPAWN(deep, 0), got);
    }`;

  it('recursion without end says whose stack is full and dies of it', async () => {
    const inside = await run(recursion, { mode: 'optimised' });
    expect([inside.status, inside.stderr]).toEqual(['SIGSEGV', 'aria: stack overflow in deep\n']);
    const outside = await run(recursion, { mode: 'optimised', args: ['main'] });
    expect([outside.status, outside.stderr]).toEqual(['SIGSEGV', 'aria: stack overflow in main\n']);
  });

  it('another fault stays a bare fault', async () => {
    const { status, stderr } = await run(
      `${start}
      int main(void) { __aria_streams_init(); *(volatile char *)8 = 1; }`,
      { mode: 'optimised' },
    );
    expect([status, stderr]).toEqual(['SIGSEGV', '']);
  });
});
