import { expect, it } from 'vitest';
import { startsFile } from './manifest/start-keys.js';
import { watchStartKeys, type StartKeyEditor } from './start-keys.js';

const theia = { THEIA_PARENT_PID: '1' };

function editorWith(configurations: unknown): StartKeyEditor & {
  readonly told: (readonly [string, boolean])[];
  write(changed: unknown): void;
} {
  const told: (readonly [string, boolean])[] = [];
  let written = configurations;
  let listen = (): void => {};
  return {
    told,
    configurations: () => written,
    setContext: (name, value) => told.push([name, value]),
    onConfigurationsChanged: listener => {
      listen = listener;
      return { dispose: () => (listen = () => {}) };
    },
    write: changed => {
      written = changed;
      listen();
    },
  };
}

it('F5 is ours in Theia until a launch.json has a configuration', () => {
  const editor = editorWith(undefined);
  const [watch] = watchStartKeys(theia, editor);
  editor.write([]);
  editor.write([{ type: 'sonde' }]);
  watch!.dispose();
  editor.write([]);
  expect(editor.told).toEqual([
    [startsFile, true],
    [startsFile, true],
    [startsFile, false],
  ]);
});

it('elsewhere F5 is left to the editor', () => {
  const editor = editorWith(undefined);
  expect(watchStartKeys({ PATH: '/bin' }, editor)).toEqual([]);
  expect(editor.told).toEqual([]);
});
