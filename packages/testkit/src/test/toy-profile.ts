// The profile of the toy programs.
import type { Profile } from '../scenario.js';
import { toyProgram } from './toy-programs.js';

export const toyProfile: Profile = {
  name: 'toy',
  program: toyProgram('sum'),
  exitCode: 0,
  line: { at: '#last-call', expression: 'total', before: '10', after: '110' },
  steps: {
    into: { at: '#call', functionName: 'add', lands: '#inside' },
    outLands: ['#increment'],
    over: { at: '#call', lands: '#increment' },
  },
  breakpoints: {
    at: '#increment',
    condition: { text: 'i == 3', shows: { expression: 'i', value: '3' } },
    hitCount: { text: '2', shows: { expression: 'i', value: '1' } },
    logPoint: { message: 'i is {i}', prints: ['i is 0', 'i is 1', 'i is 4', 'total 110'] },
  },
  data: { at: '#second', variable: 'i', values: ['0', '1', /^2$/] },
  exceptions: { program: toyProgram('fail'), filter: 'raised', at: '#raise', text: 'out of beans' },
  endless: {
    program: toyProgram('endless'),
    announces: 'looping',
    functionName: 'main',
    shows: { expression: 'turns', value: /^\d+$/ },
  },
  input: {
    program: toyProgram('greet'),
    prompt: 'your name?',
    functionName: 'main',
    answer: { line: 'Ada', prints: 'hello Ada' },
  },
  set: {
    at: '#second',
    variable: 'total',
    value: '1000',
    shown: '1000',
    later: { at: '#print', expression: 'total', value: '1110' },
  },
  evaluate: {
    at: '#print',
    expressions: [
      { expression: 'total', value: '110', type: 'number' },
      { expression: 'total + 1', value: '111' },
    ],
    nonsense: ['total +', 'nobody'],
  },
};
