// Values, expressions and conditions on real C: through one session, as clients see them.

import type { RawValue } from '@sonde/engine';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiled, Session, written } from './harness.js';

const source = `
#include <stdio.h>
struct pair { short small; long long large; };
struct bits { unsigned low : 3; int high : 5; };
static long long total = 5;
static int changed(struct pair by, int *there, struct bits flags) {
  *there = by.small + (int)(by.large >> 32) + flags.high; // #changed
  return *there;
}
static int sum(int count) {
  int all = 0;
  for (int i = 0; i < count; i++) {
    all += i * i; // #sum
  }
  return all;
}
int main(void) {
  int target = 1;
  struct pair pair = { -7, 0x300000000LL };
  struct bits bits = { 5, -3 };
  changed(pair, &target, bits);
  printf("%d %d %lld\\n", target, sum(100), total); // #print
  return 0;
}
`;

async function started(): Promise<{ session: Session; file: string }> {
  const program = written(await compiled(source, '-O0', '-g'), { 'program.c': source });
  return { session: await Session.load(program), file: join(dirname(program), 'program.c') };
}

const int = (value: number): number[] => [...new Uint8Array(new Int32Array([value]).buffer)];

describe('values', () => {
  it('of structures that are passed by pointers, and of pointers, are those of the source', async () => {
    const { session, file } = await started();
    const { driver } = session;
    await session.breakAt(file, 'changed');
    await driver.begin();
    const { Arguments } = await driver.variables();
    const pair = Arguments!['by'] as number[];
    expect(pair).toHaveLength(16);
    expect(new DataView(new Uint8Array(pair).buffer).getInt16(0, true)).toBe(-7);
    expect(new DataView(new Uint8Array(pair).buffer).getBigInt64(8, true)).toBe(0x300000000n);
    const address = new DataView(new Uint8Array(Arguments!['there'] as number[]).buffer).getUint32(0, true);
    const [read] = await driver.engine.readMemory(driver.stop.id, [
      { address: { space: '', offset: BigInt(address) }, size: 4 },
    ]);
    expect([...read!.bytes]).toEqual(int(1));
  });

  it('can be set, in memory and as globals', async () => {
    const { session, file } = await started();
    const { driver } = session;
    await session.breakAt(file, 'print');
    await driver.begin();
    const scopes = await driver.engine.scopes(driver.stop.id, driver.top.id);
    const named = (name: string): RawValue =>
      scopes.flatMap(({ variables }) => variables).find(each => each.name === name)!.value;
    const target = named('target');
    await driver.engine.write(driver.stop.id, target.place!, {
      type: target.type,
      content: { kind: 'bytes', bytes: new Uint8Array(int(77)) },
    });
    const total = named('total');
    await driver.engine.write(driver.stop.id, total.place!, {
      type: total.type,
      content: { kind: 'bytes', bytes: new Uint8Array(8).fill(0xff) },
    });
    await driver.move({ kind: 'continue' });
    await driver.finish();
    expect(driver.output()).toBe('77 328350 -1\n');
  });
});

describe('conditions', () => {
  it.each([
    ['i == 70', 'in-program'],
    ['i * 2 == 140 && all > 1000', 'in-program'],
    ['total == 5 && i == 70', 'in-program'],
  ])('%s is decided inside the module', async (condition, evaluated) => {
    const { session, file } = await started();
    const { driver } = session;
    const line = source.split('\n').findIndex(text => text.includes('#sum')) + 1;
    const resolution = await driver.break(
      { kind: 'source', source: { name: 'program.c', path: file }, line },
      { condition },
    );
    expect([resolution.state, resolution.evaluated]).toEqual(['resolved', evaluated]);
    await driver.begin();
    expect((await driver.variables())['Locals']).toMatchObject({ i: int(70) });
  });
});
