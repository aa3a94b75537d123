import { spawnSync } from 'node:child_process';
import { remote } from '@sonde/language-remote';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describeConformance } from './conformance-suite.js';

const works = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;

const python = works('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 10))');

describeUnlessMissing(
  'the server in Python',
  python ? undefined : 'python3 of version 3.10 or later is not installed',
  () => describeConformance(remote, 'leave them alone', remote.conformance, ['stdio', 'tcp']),
);

/** What a line makes of such programs is shown by the other server. */
const oneLine = ['tcp'];

describeUnlessMissing('the server in C', works('cc', '--version') ? undefined : 'cc is not installed', () =>
  describeConformance(
    remote,
    'leave them alone',
    new URL('../../../../../examples/remote-c/conformance.json', import.meta.url),
    oneLine,
  ),
);
