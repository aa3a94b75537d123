import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'mini',
  language: 'Mini',
  example: 'tour.mini',
  first: { name: 'from', value: '2' },
  open: ['Globals'],
  child: { name: 'total', value: '0' },
  next: 'while n != 1',
  later: { steps: 0, line: 'while n != 1', changed: { name: 'steps', value: '1' } },
  hover: { line: 'while n != 1', word: 'n', shows: 'n = 1' },
  condition: { line: '#print', text: 'first == 3', shows: { name: 'steps', value: '7' } },
  question: { expression: 'steps * 6', answer: '42' },
  edit: { name: 'steps', to: '5', prints: '3 takes 5 steps' },
});
