// A profile to start from: the one section that must be there, and for each other one what would go in its place.
import { sectionNames } from './profile.js';
import type { ConformanceProfile } from './profile.js';
import { sectionHelp } from './section-help.js';

export function startingProfile(): ConformanceProfile {
  const others = sectionNames.filter(name => name !== 'stop');
  return {
    version: 1,
    name: 'My adapter',
    adapterID: 'my-adapter',
    command: ['my-adapter'],
    files: {
      'main.txt': [
        '// A program in your language. A marker in a comment names its line.',
        'function work() {',
        '  x = 41;',
        '  print(x); // #stop',
        '}',
        'work();',
      ],
    },
    launch: { program: '${folder}/main.txt' },
    source: '${folder}/main.txt',
    output: '41',
    exitCode: 0,
    stop: {
      at: '#stop',
      function: 'work',
      variable: { name: 'x', value: '41' },
      expression: { expression: 'x + 1', value: '42' },
      nonsense: 'x + * nobody',
    },
    lacks: Object.fromEntries(
      others.map(name => [name, `fill in this section, or say why not: ${sectionHelp[name] ?? name}`]),
    ),
  };
}
