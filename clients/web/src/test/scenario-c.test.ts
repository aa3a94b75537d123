import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'c',
  language: 'C and C++',
  needsTools: true,
  example: 'tour.c',
  first: { name: 'taken', value: '4' },
  open: ['who'],
  child: { name: 'steps', value: '4' },
  next: '}',
  later: { steps: 3, line: 'walk(&ada, day);', changed: { name: 'day', value: '2' } },
  hover: { line: 'walk(&ada, day);', word: 'day', shows: 'day = 2' },
  condition: { line: 'printf("day', text: 'day == 3', shows: { name: 'day', value: '3' } },
  question: { expression: 'ada.steps + 100', answer: '111' },
  edit: { name: 'day', to: '4', prints: 'day 4: Ada has taken 11 steps' },
});
