import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'twilight',
  language: 'Twilight',
  example: 'tour.twl',
  first: { name: 'gold', value: '{gross: 700, fee: 7, tier: Gold(5)}' },
  open: ['gold'],
  child: { name: 'fee', value: '7' },
  next: 'while round < 4',
  later: { steps: 2, line: 'total = total + round', changed: { name: 'round', value: '1' } },
  hover: { line: 'round = round + 1', word: 'round', shows: 'round = 1' },
  condition: { line: 'emit Added', text: 'round == 3', shows: { name: 'round', value: '3' } },
  question: { expression: 'storage.total + 100', answer: '111' },
  edit: { name: 'round', to: '40', prints: 'after 40 rounds' },
});
