import { nameScope, TypeTable, typeId } from '@sonde/engine';
import type { MachineImage } from '@sonde/engine-vm';
import { describe, expect, it } from 'vitest';
import type { ProgramImage } from '../runtime/image.js';
import { target, written } from '../test/harness.js';
import { complete } from './completion.js';

const source = `
type Account { owner: string; balance: i32; fun deposit(self: ref<Self>, n: i32) -> unit { self.balance := n; } }
type Event = Deposit(amount: i32) | Close;
trait Named { fun title(self: ref<Self>) -> string; }
impl Named for Account { fun title(self: ref<Self>) -> string { return self.owner; } }
fun apply(e: Event) -> i32 { return 1; }
fun same<T>(x: T) -> T { return x; }
val total = 5;
print(same(total));
`;

async function completions() {
  const built = await target(written(source));
  const { code, symbols } = built.image as MachineImage;
  const types = new TypeTable();
  for (const [id, description] of symbols.types) types.define(id, description);
  const declared = (name: string) => {
    const id = typeId(1000 + name.length);
    types.define(id, { kind: 'dynamic', name });
    return id;
  };
  const named = (name: string, type: string, index: number) =>
    ({ name, type: declared(type), place: { kind: 'global', index }, kind: 'global' }) as const;
  const names = nameScope([
    named('account', 'ref<Account>', 0),
    named('event', 'Event', 1),
    named('text', 'string', 2),
    named('list', 'vector<i32>', 3),
    named('named', 'ref<Named>', 4),
  ]);
  return (text: string) => complete(text, { names, types, image: code as ProgramImage, module: 0 });
}

describe('completions', () => {
  it('are variables, functions, variants, natives and words, by what was typed', async () => {
    const at = await completions();
    expect(at('acc')).toEqual([{ label: 'account', kind: 'variable', detail: 'ref<Account>', replaces: 3 }]);
    expect(at('1 + app').map(c => c.label)).toEqual(['apply']);
    expect(at('Dep').map(c => c.label)).toEqual(['Deposit']);
    expect(at('toU').map(c => c.label)).toEqual(['toUpper']);
    expect(at('mo').map(c => [c.label, c.kind])).toEqual([['move', 'keyword']]);
  });

  it('behind a dot are the members of what a variable holds', async () => {
    const at = await completions();
    expect(at('account.').map(c => c.label)).toEqual(['owner', 'balance', 'deposit', 'title']);
    expect(at('account.b')).toEqual([{ label: 'balance', kind: 'field', replaces: 1 }]);
    expect(at('event.').map(c => c.label)).toEqual(['amount', 'tag', 'index']);
    expect(at('text.').map(c => c.label)).toEqual(['size', 'charAt', 'append']);
    expect(at('list.').map(c => c.label)).toEqual(['size', 'get']);
    expect(at('named.').map(c => c.label)).toEqual(['title']);
    expect(at('nobody.')).toEqual([]);
  });

  it('behind the dot of a result are members, never variables', async () => {
    const at = await completions();
    for (const text of ['list[0].', 'apply(event).', '(account).', 'account.owner.'])
      expect(at(`${text}ti`).map(c => c.label)).toEqual(['title']);
    expect(at('list[0].acc')).toEqual([]);
  });

  it('have generic functions once', async () => {
    expect((await completions())('sa').map(c => c.label)).toEqual(['same']);
  });

  it('are none inside of a text', async () => {
    const at = await completions();
    expect(at('"acc')).toEqual([]);
    expect(at('"done" + acc').map(c => c.label)).toEqual(['account']);
  });
});
