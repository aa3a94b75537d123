import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'aria',
  language: 'Aria',
  needsTools: true,
  example: 'tour.aria',
  first: { name: 'after', value: 'Error(7)' },
  open: ['row', '[1]'],
  child: { name: 'name', value: '"oven"' },
  next: 'continue;',
  later: { steps: 2, line: 'result<tbb8>:after', changed: { name: 'i', value: '2' } },
  hover: { line: 'result<tbb8>:after', word: 'i', shows: 'i = 2' },
  condition: { line: '#level', text: 'i == 2', shows: { name: 'i', value: '2' } },
  question: { expression: 'warmest + 1', answer: '36' },
  edit: { name: 'warmest', to: '99', prints: 'the warmest that is left has 99' },
});
