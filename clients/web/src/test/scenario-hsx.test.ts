import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'hsx',
  language: 'HSX',
  example: 'tour.hsx.c',
  first: { name: 'way', value: /^→ \{next: RED_YELLOW \(1\), seconds: 30/ },
  open: ['light', 'lamps'],
  child: { name: 'red', value: '1' },
  next: 'printf("%s: %s',
  later: { steps: 0, line: 'printf("%s: %s', changed: { name: 'yellow', value: '1' } },
  hover: { line: 'changes++', word: 'changes', shows: 'changes = 1' },
  condition: {
    line: 'light->elapsed++',
    text: 'changes == 7 && light->elapsed == 0',
    shows: { name: 'way', value: /next: RED \(0\), seconds: 3/ },
  },
  question: { expression: 'light->elapsed + 100', answer: '100' },
  edit: { name: 'elapsed', to: '-50', prints: '7 changes, red 0, yellow 1' },
});
