import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'hsx',
  language: 'HSX',
  example: 'tour.hsx.c',
  first: { name: 'way', value: /^0x[0-9a-f]+ → \{next: RED_YELLOW \(1\), seconds: 30/ },
  open: ['light', 'lamps'],
  child: { name: 'red', value: '1' },
  next: 'printf("%s: %s',
  later: { steps: 3, line: 'for (int second', changed: { name: 'second', value: '30' } },
  hover: { line: 'for (int second', word: 'second', shows: 'second = 30' },
  condition: {
    line: 'light->elapsed++',
    text: 'light->state == YELLOW',
    shows: { name: 'way', value: /next: RED \(0\), seconds: 3/ },
  },
  question: { expression: 'light->elapsed + 100', answer: '100' },
  edit: { name: 'elapsed', to: '2', prints: 'Main Street: red' },
});
