// Programs for the check in VS Code: what is debugged, and what is to come of it.

import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `stop`: the reason of the one stop, or none; `title`: what VS Code shows about it. */
export const programs = [
  { file: 'crash.ng', from: 'languages/ng/examples/errors.ng', stop: 'exception' },
  { file: 'end.ng', text: 'val x = 2;\nprint(x + 40);\n' },
  { file: 'crash.c', from: 'languages/c/examples/crash.c', stop: 'exception' },
  { file: 'end.c', from: 'languages/c/examples/list.c' },
  {
    file: 'crash.aria',
    text: [
      'func:choose = int64(int64:at) {',
      '    int64[3]:row = [10, 20, 30];',
      '    int64:found = row[at];',
      '    pass(found);',
      '};',
      '',
      'func:main = int32() {',
      '    int64:first = choose(2);',
      '    println(`first &{first}`);',
      '    int64:second = choose(7);',
      '    println(`second &{second}`);',
      '    pass(0);',
      '};',
      '',
    ].join('\n'),
    stop: 'exception',
  },
  { file: 'end.aria', from: 'languages/aria/examples/scalars.aria' },
];

/** A folder to open, with a launch configuration for whatever file is shown. */
export function writeWorkspace(folder, repository) {
  for (const { file, from, text } of programs) {
    if (from === undefined) writeFileSync(join(folder, file), text);
    else cpSync(join(repository, from), join(folder, file));
  }
}

export const launchConfiguration = {
  version: '0.2.0',
  configurations: [{ type: 'sonde', request: 'launch', name: 'Sonde', program: '${file}' }],
};
