// What each section of a profile is for, in the words of the documentation and of the starting profile.
import type { SectionName } from './profile.js';

export const sectionHelp: Partial<Record<SectionName, string>> = {
  stop: 'The line that most checks stop at: reached once, in a function with a variable that holds a plain value. `nonsense` is a text that no evaluator can make sense of.',
  next: 'Where a step over from `stop.at` ends.',
  steps:
    'A line with a call. `function` is the callee as frames show it, `inside` where a step into it ends, `back` where a step out from there ends.',
  returned: 'What the callee of `steps` returned, as it is shown after the step out.',
  targets:
    'A line with several calls. `label` is one of the step-in targets, `function` where stepping into it leads.',
  loop: 'A line that runs at least five times, with a condition, a hit condition and a log message for a breakpoint there.',
  set: 'A new value for a variable, how it is shown then, and what the program prints because of it.',
  members: 'A structured variable, one of its members, and what that holds.',
  array: 'A variable with many elements, how many, and some of them.',
  text: 'A variable with a text longer than any preview, and its length in characters.',
  hex: 'An integer, and how it looks in hexadecimal.',
  endless: 'A program that runs until it is paused or ended, and what it prints before that.',
  function: 'A function by name, and where a breakpoint on it stops.',
  exception:
    'An exception that the filter stops at. `text` is in the words of the stop or of `exceptionInfo`; `falseCondition` is a condition of the filter that is false; `name` chooses it by exception options.',
  data: 'A variable that is written after `at`, and what it holds at each stop of a data breakpoint.',
  dataBytes:
    'Memory that is written after `at`: so many bytes from where the memory reference of the expression leads, and what is shown at the stop.',
  late: 'A line of `source`, which the program loads only when it runs.',
  memory:
    'An expression with a memory reference, the bytes there in hexadecimal, and what writing others does to an expression.',
  goto: 'From `at` the program is made to go on at `to`, so that it never prints `skips`.',
  restartFrame: 'Stopped at `at`, the frame begins again at `lands`.',
  completions: 'What is typed at `at`, and a completion that must be offered.',
  modules: 'The name of a module of the program.',
  sources: 'The name of a loaded source.',
  locations: 'A variable and the line that declares it.',
  threads: 'A line at which there are at least two threads; `ends` is one that can be ended.',
  child: 'The program starts another one that can be debugged too, and that prints this.',
  terminal: 'How to launch the program in a terminal of the client’s, and what it prints there.',
  slow: 'An evaluation that does not end by itself: only a cancel ends it, or a limit of the adapter’s own, which should be a second at least.',
  broken: 'Launch arguments of a program that cannot be launched.',
};
