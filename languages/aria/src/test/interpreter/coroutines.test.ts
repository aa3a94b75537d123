import { describe, expect, it } from 'vitest';
import { lines, runText } from './interpreted-text.js';

describe('coroutines', () => {
  it('start when their turn comes, and take turns in order', () => {
    expect(
      lines(`
async func:say = void(string:s) { println(\`&{s}1\`); yield(); println(\`&{s}2\`); };
func:main = int32() {
  future<void>:a = spawn say("a");
  future<void>:b = spawn say("b");
  println("main");
  await b;
  await a;
  pass(0);
};`),
    ).toEqual(['main', 'a1', 'b1', 'a2', 'b2']);
  });

  it('that are awaited go to the end of the queue like any other', () => {
    expect(
      lines(`
async func:inner = int32() { println("inner"); pass(1); };
async func:outer = int32() { println("outer"); pass(await inner() + 1); };
async func:other = void() { println("other"); yield(); println("other again"); };
func:main = int32() {
  future<void>:o = spawn other();
  println(await outer());
  await o;
  pass(0);
};`),
    ).toEqual(['other', 'outer', 'other again', 'inner', '2']);
  });

  it('sleep by a clock that does not run while code does', () => {
    expect(
      lines(`
async func:nap = void(string:s, int64:ms) { sleep(ms); println(s); sleep(ms); println(s); };
func:main = int32() {
  future<void>:a = spawn nap("slow", 300000);
  future<void>:b = spawn nap("fast", 200000);
  future<void>:c = spawn nap("same", 200000);
  await a; await b; await c;
  pass(0);
};`),
    ).toEqual(['fast', 'same', 'slow', 'fast', 'same', 'slow']);
  });

  it('give their result to everyone who waits, before or after', () => {
    expect(
      lines(`
async func:work = int32() { println("works"); yield(); pass(21); };
async func:wait = int32(future<int32>:f) { int32:v = await f; pass(v * 2); };
func:main = int32() {
  future<int32>:f = spawn work();
  future<int32>:a = spawn wait(f);
  future<int32>:b = spawn wait(f);
  println((await a).val + await b ? 0);
  println(await f);
  pass(0);
};`),
    ).toEqual(['works', '84', '21']);
  });

  it('fail on their own; whoever unwraps it fails too', () => {
    expect(
      lines(`
async func:bad = int32() { fail(6); };
async func:chain = int32() { int32:v = await bad(); pass(v); };
func:main = int32() { println((await chain()).err); println(await bad() ? -1); pass(0); };`),
    ).toEqual(['6', '-1']);
  });

  it('that wait for each other are a deadlock', () => {
    const { ending } = runText(`
future<int32>:first;
async func:one = int32() { pass(await first); };
async func:two = int32() { pass(await one()); };
func:main = int32() { first = spawn two(); pass(await first); };`);
    expect(ending).toMatchObject({
      kind: 'trapped',
      message: 'deadlock: every coroutine waits for another one',
    });
  });

  it('are left alone when main ends', () => {
    expect(
      runText(`
async func:late = void() { yield(); println("never"); };
func:main = int32() { future<void>:f = spawn late(); println("done"); pass(0); };`),
    ).toMatchObject({ stdout: 'done\n', ending: { kind: 'exited', status: 0 } });
  });
});
