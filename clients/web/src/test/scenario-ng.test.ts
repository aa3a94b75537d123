import { describeWebScenario } from './scenario.js';

describeWebScenario({
  folder: 'ng',
  language: 'NG',
  example: 'tour.ng',
  first: { name: 'order', value: 'Buy(item: "apple", count: 4)' },
  open: ['item'],
  child: { name: 'price', value: '3' },
  next: 'return sold * item.price',
  later: { steps: 0, line: 'return sold * item.price', changed: { name: 'item', value: /count: 6/ } },
  hover: { line: 'return sold * item.price', word: 'price', shows: 'item.price = 3' },
  condition: {
    line: 'return sold * item.price',
    text: 'count == 20',
    shows: { name: 'sold', value: '8' },
  },
  question: { expression: 'sold * 100', answer: '800' },
  edit: { name: 'sold', to: '5', prints: 'income, 27' },
});
