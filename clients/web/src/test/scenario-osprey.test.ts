import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'osprey',
  language: 'Osprey',
  needsTools: true,
  example: 'tour.osp',
  first: { name: 'broken', value: 'Error(parseInt: invalid number)' },
  open: ['basket', '[0]'],
  child: { name: 'name', value: '"tea"' },
  next: 'forEachList(shapes',
  later: { steps: 0, line: 'forEachList(shapes', changed: { name: 'told', value: '1' } },
  hover: { line: 'print("told', word: 'told', shows: 'told = 1' },
  condition: { line: 'print("${parsed}', text: 'told == 2', shows: { name: 'told', value: '2' } },
  question: { expression: 'told + 100', answer: '102' },
  edit: { name: 'told', to: '40', prints: 'told 40 times' },
});
