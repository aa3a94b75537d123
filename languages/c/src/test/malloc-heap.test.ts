// The object graph of C, C++ and Rust programs: what malloc has handed out, who points to it, and what nobody points to.

import { join } from 'node:path';
import { allNodes, ask, graphAt, waysTo } from '@sonde/engine-native/testing';
import { describe, expect, it } from 'vitest';
import { examples, gdbMissing, toolsMissing, usePrograms } from './programs.js';

/** Blocks of every kind: of a thread's arena, mapped by themselves, taken back by the thread and by the arena, lost. */
const arenas = `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; long number; };
static struct node *from_thread;
static char *big, *text;
static void *inside, *dangling;
static __attribute__((noinline)) void *work(void *unused) {
  for (int i = 0; i < 50; i++) {
    struct node *made = malloc(sizeof *made);
    made->next = from_thread, made->number = i, from_thread = made;
  }
  for (int i = 0; i < 5; i++) {
    struct node *gone = from_thread;
    from_thread = gone->next;
    free(gone);
  }
  return unused;
}
static __attribute__((noinline)) void lose(void) {
  for (int i = 0; i < 3; i++) memset(malloc(5000), 7, 5000);
}
static __attribute__((noinline)) void take_back(void) {
  void *small[40];
  for (int i = 0; i < 40; i++) small[i] = malloc(24);
  dangling = small[20];
  for (int i = 0; i < 40; i++) free(small[i]);
  memset(small, 0, sizeof small);
}
static __attribute__((noinline)) void forget(void) {
  char room[4096];
  memset(room, 0, sizeof room);
  __asm__ volatile("" : : "r"(room) : "memory");
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  big = malloc(1 << 20);
  text = strdup("a text on the heap");
  inside = (char *)malloc(100) + 40;
  lose();
  take_back();
  forget();
  puts("done"); // #look
  return 0;
}
`;

/** Everything but one text is held, in ways that the types of variables do not tell. */
const holders = `#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>
static std::string name(const char *what, int nth) { return std::string("the ") + what + " " + std::to_string(nth); }
struct Shape {
  std::string label;
  explicit Shape(int nth) : label(name("rather long label of shape", nth)) {}
  virtual ~Shape() = default;
};
struct Square : Shape { double side = 1; using Shape::Shape; };
struct Session { std::string user; };
struct Ops { int (*run)(); };
struct Entry { const Ops *ops; char *name; };
struct Fat { unsigned char *data; const void *table; };
static Ops ops;
std::vector<std::unique_ptr<Shape>> shapes;
std::map<int, std::shared_ptr<Session>> sessions;
void *table[10];
Fat *fat;
struct Holder { uintptr_t number; char *middle; } *holder;
static __attribute__((noinline)) void fill() {
  for (int i = 0; i < 40; i++) shapes.push_back(std::make_unique<Square>(i));
  for (int i = 0; i < 10; i++) sessions[i] = std::make_shared<Session>(Session{name("user of session", i)});
  fat = new Fat[10];
  for (int i = 0; i < 10; i++) {
    auto *entry = static_cast<Entry *>(malloc(sizeof(Entry)));
    *entry = {&ops, strdup(name("name of table", i).c_str())};
    table[i] = entry;
    fat[i] = {reinterpret_cast<unsigned char *>(new Square(i)), &ops};
  }
  auto **inner = static_cast<char **>(malloc(64));
  memset(inner, 0, 64);
  inner[3] = strdup("from its middle") + 4;
  holder = new Holder{reinterpret_cast<uintptr_t>(strdup("in a number")), reinterpret_cast<char *>(inner) + 8};
  strdup("this one is lost");
}
static __attribute__((noinline)) void forget() {
  char room[8192];
  memset(room, 0, sizeof room);
  __asm__ volatile("" : : "r"(room) : "memory");
}
int main() {
  fill();
  forget();
  puts("done"); // #look
}
`;

const ownAllocator = `#include <stddef.h>
#include <stdio.h>
#include <string.h>
static char pool[1 << 20];
static size_t used;
void *malloc(size_t size) { void *made = pool + used; used += (size + 31) & ~15ul; return made; }
void free(void *block) { (void)block; }
void *calloc(size_t count, size_t size) { return memset(malloc(count * size), 0, count * size); }
void *realloc(void *block, size_t size) {
  void *made = malloc(size);
  return block == NULL ? made : memcpy(made, block, size);
}
int main(void) {
  puts("done"); // #look
  return 0;
}
`;

describe.skipIf(toolsMissing)('the object graph of malloc', () => {
  const programs = usePrograms();

  it('has every block that was handed out, by type and holder, and none that was taken back', async () => {
    const path = await programs.source('arenas.c', arenas);
    const { engine, stop } = await programs.shownAt(path, 'look');
    const graph = await graphAt(engine, stop.id);
    const nodes = allNodes(graph);
    // 50 of the thread, of which it freed 5.
    const links = nodes.filter(({ type }) => type === 'node');
    expect(links).toHaveLength(45);
    expect(new Set(links.map(({ summary, size, provenance }) => `${summary} ${size} ${provenance}`))).toEqual(
      new Set(['undefined 24 manual']),
    );
    const [first] = links.toSorted((one, other) => other.retained! - one.retained!);
    expect(first!.retained).toBe(45 * 24);
    expect(waysTo(graph, first!.id)).toEqual(['from_thread → from_thread']);
    // A mapping of its own.
    expect(nodes.find(({ size }) => size > 1 << 20)).toMatchObject({ provenance: 'manual' });
    expect(nodes.find(({ summary }) => summary === 'a text on the heap')?.type).toBe('text');
    // A pointer into the middle holds the block.
    const [held] = nodes.filter(({ size }) => size === 104);
    expect(waysTo(graph, held!.id)[0]).toMatch(/^inside/);
    // 40 of 24 bytes were freed: those that the thread keeps, those of the fast bins, and none counts as used.
    expect(nodes.filter(({ type, size }) => type === 'block' && size === 24)).toMatchObject([
      { kind: 'freed', validity: 'collected' },
    ]);
    const lost = nodes.filter(({ unreachable, size }) => unreachable === true && size >= 5000);
    expect(lost).toHaveLength(3);
    const { labels } = ask(graph, { ask: 'summary' });
    expect([labels.nodes, labels.edges, labels.roots].map(({ exactness }) => exactness)).toEqual(
      Array.from({ length: 3 }, () => 'approximate'),
    );
    // The id of a value is that of the block.
    const value = await engine.evaluateText!(stop.id, stop.top?.frames[0]?.id, 'from_thread');
    expect(await engine.heapId!(stop.id, value)).toBe(first!.id);
  });

  it('follows the containers of C++', async () => {
    const { engine, stop } = await programs.shownAt(join(examples, 'containers.cpp'), 'look');
    const graph = await graphAt(engine, stop.id);
    const vector = allNodes(graph).find(({ summary }) => summary === 'delivered in main');
    expect(vector).toMatchObject({ type: 'std::vector<Item>', kind: 'variable' });
    expect(ask(graph, { ask: 'references', id: vector!.id }).items[0]).toMatchObject({ kind: 'field' });
    expect(ask(graph, { ask: 'summary' }).unreachable.count).toBe(0);
  });

  it('finds both leaks of the example, which prints the same with and without', async () => {
    const { engine, stop, outputs } = await programs.shownAt(join(examples, 'leak.c'), 'look');
    const graph = await graphAt(engine, stop.id);
    const [history, names] = ask(graph, { ask: 'suspects' });
    expect(names?.garbage).toMatchObject({ type: 'text', count: 50 });
    expect(history).toMatchObject({ node: { type: 'server' }, chain: { type: 'visit', count: 100 } });
    const lost = allNodes(graph).filter(({ unreachable }) => unreachable === true);
    expect(lost.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['user 2', 'user 4', 'user 100']),
    );
    expect(lost).toHaveLength(50);
    // Where there are more than may be told, those that variables hold are, and are not called lost.
    const part = await graphAt(engine, stop.id, { mostNodes: 40 });
    expect(ask(part, { ask: 'summary' })).toMatchObject({
      unreachable: { count: 0 },
      findings: { total: 0 },
      retained: { why: expect.stringContaining('only 40 of ') as string },
    });
    expect(ask(part, { ask: 'suspects' })[0]).toMatchObject({ node: { type: 'server' } });
    // A walk of many blocks takes long, and says how far it is before it has told the first of them.
    const steps: object[] = [];
    await graphAt(engine, stop.id, { progress: step => void steps.push(step) });
    expect(steps[0]).toEqual({ step: 'following pointers', done: 0 });
    const { debugged, alone } = await outputs();
    expect(alone).toBe('one user\n100 users, the last is somebody\n');
    expect(debugged).toBe(alone);
  });

  it.skipIf(gdbMissing)('finds the same blocks in a core file, whose memory has no names', async () => {
    const leak = join(examples, 'leak.c');
    const [live, core] = [await programs.shownAt(leak, 'look'), await programs.coreAt(leak, 'look')];
    const told = async ({ engine, stop }: typeof live): Promise<readonly string[]> =>
      allNodes(await graphAt(engine, stop.id))
        .filter(({ type }) => type === 'visit' || type === 'session')
        .map(({ type, size, retained }) => `${type} ${size} ${retained}`);
    const blocks = await told(core);
    expect(blocks).toHaveLength(200);
    expect(blocks).toEqual(await told(live));
    const suspects = ask(await graphAt(core.engine, core.stop.id), { ask: 'suspects' });
    expect(suspects.map(({ garbage }) => garbage)).toContainEqual(
      expect.objectContaining({ type: 'text', count: 50 }),
    );
  });

  it('calls nothing lost that a base class, a trait object or a table without types may hold', async () => {
    const path = await programs.source('holders.cpp', holders);
    const { engine, stop } = await programs.shownAt(path, 'look', { extra: { cflags: ['-std=c++20'] } });
    const graph = await graphAt(engine, stop.id);
    const nodes = allNodes(graph);
    expect(nodes.filter(({ unreachable }) => unreachable === true)).toMatchObject([
      { type: 'text', summary: 'this one is lost' },
    ]);
    // Elements of an array tell the types of what they point to, also behind the first.
    expect(nodes.filter(({ type }) => type === 'Shape')).toHaveLength(40);
    // A number, or a pointer into the middle of a block: held, and said to be no more than possible.
    const holder = (text: string) => {
      const { id } = nodes.find(({ summary }) => summary === text)!;
      return ask(graph, { ask: 'path', id })!.steps.at(-1);
    };
    for (const text of ['the name of table 9', 'the user of session 9', 'in a number', 'from its middle'])
      expect(holder(text), text).toMatchObject({
        kind: 'conservative',
        name: expect.stringMatching(/^\+\d+$/) as string,
      });
  });

  it('is not told where malloc is not that of glibc: of the program, or preloaded', async () => {
    const own = await programs.source('own.c', ownAllocator);
    const inProgram = await programs.shownAt(own, 'look');
    expect(await inProgram.engine.heap!(inProgram.stop.id)).toEqual({
      available: false,
      why: expect.stringMatching(
        /^the program uses another allocator: its malloc is in program-\d+,/,
      ) as string,
    });
    const library = join(programs.folder(), 'libown.so');
    await programs.build(own, { output: library, extra: { cflags: ['-shared', '-fPIC'] } });
    const preloaded = await programs.shownAt(join(examples, 'leak.c'), 'look', {}, { LD_PRELOAD: library });
    expect(await preloaded.engine.heap!(preloaded.stop.id)).toMatchObject({
      available: false,
      why: expect.stringContaining('its malloc is in libown.so') as string,
    });
  });
});
