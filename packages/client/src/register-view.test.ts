import { expect, it } from 'vitest';
import { RegisterView } from './register-view.js';
import { modelFor, ScriptedAdapter, until } from './test/scripted-adapter.js';
import type { SessionModel } from './session-model.js';

/** A machine of two registers; each function keeps its frame at an address of its own. */
class Machine {
  readonly adapter = new ScriptedAdapter();
  readonly model: SessionModel;
  readonly view: RegisterView;
  /** From the innermost call to the outermost, with what the registers hold there. */
  calls: readonly (readonly [name: string, pc: number, sp: number])[] = [['main', 1, 100]];

  constructor() {
    const { answers } = this.adapter;
    answers['launch'] = (_asked, request) => {
      request.afterResponse(() => this.adapter.stop('entry'));
      return {};
    };
    answers['stackTrace'] = () => ({
      stackFrames: this.calls.map(([name], index) => ({ id: index + 1, name, line: 1, column: 1 })),
      totalFrames: this.calls.length,
    });
    answers['scopes'] = ({ arguments: { frameId } }) => ({
      scopes: [
        { name: 'Registers', presentationHint: 'registers', variablesReference: frameId, expensive: false },
      ],
    });
    answers['variables'] = ({ arguments: { variablesReference, format } }) => {
      const [, pc, sp] = this.calls[Number(variablesReference) - 1]!;
      const text = (value: number): string =>
        format === undefined ? String(value) : `0x${value.toString(16)}`;
      return {
        variables: Object.entries({ pc, sp }).map(([name, value]) => ({
          ...{ name, value: text(value), variablesReference: 0 },
        })),
      };
    };
    answers['next'] = (_asked, request) => {
      request.afterResponse(() => this.adapter.stop('step'));
      return {};
    };
    this.model = modelFor(this.adapter);
    this.view = new RegisterView(this.model);
  }

  async stepTo(...calls: Machine['calls']): Promise<readonly string[]> {
    this.calls = calls;
    const before = this.model.frame.inline.get();
    if (before === undefined) await this.model.start({ kind: 'launch', program: '/p' });
    else await this.model.move('next');
    await until(this.model.frame.inline, inline => inline !== undefined && inline !== before);
    return this.changed();
  }

  async climbTo(index: number): Promise<readonly string[]> {
    await this.model.frame.select(3, this.model.frame.stackOf(3)!.frames[index]!, 'user');
    return this.changed();
  }

  async changed(): Promise<readonly string[]> {
    await this.view.look();
    return [0, 1].flatMap(index => {
      const { changed, variable } = this.view.tree.row(index)!;
      return changed ? [`${variable.name} ${variable.value}`] : [];
    });
  }
}

it('compares with the same frame at the stop before, whichever frame was looked at last', async () => {
  const machine = new Machine();
  expect(await machine.stepTo(['main', 1, 100])).toEqual([]);
  // Into a call: the registers are those of the machine, and both have changed.
  expect(await machine.stepTo(['work', 10, 90], ['main', 2, 100])).toEqual(['pc 10', 'sp 90']);
  // The caller was the innermost frame at the stop before, and stands somewhere else now.
  expect(await machine.climbTo(1)).toEqual(['pc 2']);
  expect(await machine.stepTo(['work', 11, 90], ['main', 2, 100])).toEqual(['pc 11']);
  expect(await machine.climbTo(1)).toEqual([]);
  expect(await machine.climbTo(0)).toEqual(['pc 11']);
  await machine.model.leave();
});

it('knows whether the machine has any from the first stop on, and asks again for another program', async () => {
  const machine = new Machine();
  expect(machine.view.hasAny).toBeUndefined();
  await machine.stepTo(['main', 1, 100]);
  expect(machine.view.hasAny).toBe(true);
  machine.adapter.answers['scopes'] = () => ({ scopes: [] });
  await machine.model.start({ kind: 'launch', program: '/q' });
  expect(machine.view.hasAny).toBe(true);
  await until(machine.model.phase, ({ kind }) => kind === 'stopped');
  await until(machine.model.frame.inline, inline => inline !== undefined);
  await machine.view.look();
  expect(machine.view.hasAny).toBe(false);
  await machine.model.start({ kind: 'launch', program: '/q' });
  expect(machine.view.hasAny).toBeUndefined();
  await machine.model.leave();
});

it('are there still when a program that moves already has answered that it has none', async () => {
  const machine = new Machine();
  await machine.stepTo(['main', 1, 100]);
  const { answers } = machine.adapter;
  const told = answers['scopes']!;
  const { model, view } = machine;
  // As LLDB's adapter does for frames of a stop that is over.
  let moves = false;
  answers['scopes'] = (asked, request) => (moves ? { scopes: [] } : told(asked, request));
  answers['next'] = () => {
    moves = true;
    return {};
  };
  await model.move('next');
  model.frame.hex.set(true);
  await view.look();
  expect([view.hasAny, view.problem.get()]).toEqual([true, undefined]);
  // The question was there before the motion, and its answer comes behind it.
  moves = false;
  const before = model.frame.inline.get();
  machine.adapter.stop('step');
  await until(model.frame.inline, inline => inline !== before);
  answers['scopes'] = async () => {
    await model.move('next');
    return { scopes: [] };
  };
  await view.look();
  expect([view.hasAny, view.problem.get()]).toEqual([true, undefined]);
  await model.leave();
});

it('keeps what is marked when numbers are written in another way', async () => {
  const machine = new Machine();
  await machine.stepTo(['main', 1, 100]);
  expect(await machine.stepTo(['main', 20, 100])).toEqual(['pc 20']);
  await machine.model.frame.setHex(true);
  expect(await machine.changed()).toEqual(['pc 0x14']);
  expect(await machine.stepTo(['main', 20, 80])).toEqual(['sp 0x50']);
  await machine.model.frame.setHex(false);
  expect(await machine.changed()).toEqual(['sp 80']);
  // The stop before was read in both ways.
  expect(await machine.stepTo(['main', 21, 80])).toEqual(['pc 21']);
  await machine.model.leave();
});
