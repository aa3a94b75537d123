// Functions as the language's own compiler calls them, and as people do.

/** Code that leads from one function to another: nobody wrote it. */
const synthetic =
  /^(?:__fnval_|__callback_\d|__resume_(?:body|suspend|drive)_|__osprey_|__gpu_kernel_|osp\.any\.|osp_|osprey_|fiber_|channel_)/;

const written: readonly (readonly [RegExp, string])[] = [
  [/^__handler_(\w+?)_(\w+)_\d+$/, '$1.$2'],
  [/^__resume_arm_(\w+?)_(\w+?)_\d+_\d+$/, '$1.$2'],
  [/^__closure_fn_\d+$/, 'lambda'],
  [/^__fiber_thunk_\d+$/, 'fiber'],
  [/\$mono\d+$/, ''],
];

export interface FrameName {
  readonly name: string;
  readonly artificial: boolean;
}

export function frameName(name: string): FrameName {
  const plain = name.replace(/\(.*/, '');
  const shown = written.reduce((text, [pattern, by]) => text.replace(pattern, by), plain);
  return { name: shown, artificial: synthetic.test(plain) };
}
