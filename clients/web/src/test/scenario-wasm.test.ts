import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'wasm',
  language: 'WebAssembly',
  example: 'tour.wasm.c',
  first: { name: 'steps', value: '0' },
  open: ['sun'],
  child: { name: 'mass', value: '1.989e+30' },
  next: 'printf("%s: %d',
  later: { steps: 3, line: '#look', changed: { name: 'steps', value: '1' } },
  hover: { line: 'seen++', word: 'seen', shows: 'seen = 1' },
  condition: { line: 'sum * 31', text: 'i == 4', shows: { name: 'i', value: '4' } },
  question: { expression: 'i + 100', answer: '104' },
  edit: { name: 'sum', to: '0', prints: 'Earth: 1 steps, 104' },
});
