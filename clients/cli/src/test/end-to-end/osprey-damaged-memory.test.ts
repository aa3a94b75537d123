// Objects of Osprey that a client damages by writeMemory: the value says so, its siblings are shown, and it heals.

import { nativeTools } from '@sonde/engine-native';
import type { TestClient } from '@sonde/testkit';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { expect, it } from 'vitest';
import { tcpServer } from './fixtures.js';
import { stoppedIn, written } from './written-programs.js';

const server = tcpServer();
const { missing } = await nativeTools();

const program = `type Item = { name: string, price: int }
fn shown(name: string) -> string = {
    let item = Item { name: name + "!", price: 3 }
    let items = [item, Item { name: "other", price: 4 }]
    "\${item.name} \${listLength(items)}" // #here
}
print(shown("tea"))
`;

async function locals(
  client: TestClient,
): Promise<ReadonlyMap<string, { value: string; reference: string }>> {
  const { scopes } = await client.request('scopes', { frameId: (await client.topFrame()).id });
  const all = await Promise.all(
    scopes
      .filter(({ expensive }) => !expensive)
      .map(({ variablesReference }) => client.request('variables', { variablesReference })),
  );
  return new Map(
    all.flatMap(({ variables }) =>
      variables.map(({ name, value, memoryReference = '' }) => [name, { value, reference: memoryReference }]),
    ),
  );
}

describeUnlessMissing('an object whose header is overwritten', missing, () => {
  it('says so wherever it is seen, and is there again when the header is', async () => {
    const launch = { memory: 'arc' };
    const client = await stoppedIn(server, written('damaged.osp', program), { launch });
    const before = await locals(client);
    expect(before.get('item')!.value).toBe('Item { name: "tea!", price: 3 }');
    const memoryReference = before.get('item')!.reference;
    const kept = await client.request('readMemory', { memoryReference, offset: -16, count: 16 });
    const write = (data: string) => client.request('writeMemory', { memoryReference, offset: -16, data });
    await write(Buffer.alloc(16, 0xee).toString('base64'));
    const damaged = await locals(client);
    expect(damaged.get('item')!.value).toBe('<corrupt: no object begins there>');
    expect(damaged.get('items')!.value).toBe(
      '[<corrupt: no object begins there>, Item { name: "other", price: 4 }]',
    );
    expect(damaged.get('name')!.value).toBe('"tea"');
    await write(kept!.data!);
    expect((await locals(client)).get('items')!.value).toBe(before.get('items')!.value);
    await client.request('continue', { threadId: (await client.request('threads')).threads[0]!.id });
    await client.waitFor('terminated');
  });
});
