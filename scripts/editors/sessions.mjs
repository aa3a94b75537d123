// What is tried in each editor: the files that its users write, and a session with keys and what is to be seen after them.

/** Goes through one session; `step(what, keys, ...parts)` presses keys and waits until the screen shows all parts. */
export const editors = [
  {
    name: 'helix',
    command: file => ['hx', file],
    files: {
      '.config/helix/languages.toml': ['helix'],
      '.config/helix/config.toml': ['helix', 'config.toml'],
    },
    async debug(step, { line, variable, expression, value }) {
      await step('a breakpoint', [String(line), 'g', 'g', 'F9'], '◯');
      await step('F5', ['F5'], '▶');
      await step('variables', ['Space', 'G', 'v'], variable);
      // The variables, then the menu: each closes by a key of its own.
      await step('back', ['Escape']);
      await step('back', ['Escape'], 'NOR');
      await step('an expression', [`:debug-eval "${expression}"`, 'Enter'], new RegExp(`^${value}$`, 'm'));
      await step('a step', ['F10'], /stopped because of step/);
      await step('the end', ['S-F5'], 'Terminated debugging session');
    },
    fail: (step, error) => step('F5', ['F5'], error),
  },
  {
    name: 'emacs-dape',
    command: file => ['emacs-unstable', '-nw', file],
    files: { '.emacs.d/sonde.el': ['emacs-dape'] },
    init: '(load (locate-user-emacs-file "sonde"))',
    async debug(step, { line, variable, expression, value }) {
      await step('a breakpoint', ['M-g', 'g', String(line), 'Enter', 'F9'], /^B/m);
      await step('F5', ['F5'], 'stopped/breakpoint', variable);
      await step(
        'an expression',
        ['M-x', 'dape-repl', 'Enter', expression, 'Enter'],
        new RegExp(`^${value}$`, 'm'),
      );
      await step('a step', ['M-x', 'dape-next', 'Enter'], 'stopped/step');
      await step('the end', ['M-x', 'sonde-stop', 'Enter'], 'Server exited');
    },
    fail: (step, error) => step('F5', ['F5'], error, 'could not be built'),
  },
  {
    name: 'emacs-dap-mode',
    command: file => ['emacs', '-nw', file],
    files: { '.emacs.d/sonde.el': ['emacs-dap-mode'] },
    init: '(package-initialize) (load (locate-user-emacs-file "sonde"))',
    async debug(step, { line, variable, expression, value }) {
      await step('a breakpoint', ['M-g', 'g', String(line), 'Enter', 'F9'], `L${line}`);
      await step('F5', ['F5'], variable.replace(' ', ': '));
      await step('an expression', ['M-x', 'dap-eval', 'Enter', expression, 'Enter'], `=> ${value}`);
      await step('a step', ['F10'], '▾');
      await step('the end', ['S-F5'], /exited|killed/);
    },
    fail: (step, error) => step('F5', ['F5'], error, 'could not be built'),
  },
];

/** Programs by their lines with `#look`, and what is to be seen there. Helix writes types of variables too. */
export const programs = [
  {
    file: 'languages/mini/examples/tour.mini',
    variable: { all: 'steps 0', helix: /steps.* = 0/ },
    expression: 'n + 100',
    value: '101',
  },
  {
    file: 'languages/c/examples/tour.c',
    variable: { all: 'taken 4', helix: /taken.* = 4/ },
    expression: 'who->steps + 100',
    value: '104',
  },
];

/** A program that does not build, and what its user has to read. */
export const broken = {
  name: 'broken.mini',
  text: 'let x = 1;\nlet y = ;\n',
  error: 'error: expected a name, found ;',
};
