// The tour of `npm start`: the example it shows, and what a newcomer is told to try.

export const example = 'languages/mini/examples/tour.mini';

/** What the page opens: more to see, and still nothing to install. */
export const pageExample = 'languages/ng/examples/tour.ng';

/** The tour of the console, as debugger commands. */
export const script = 'scripts/tour.txt';

export const pageTour = `
This is Sonde's debugger on ${pageExample}, a small program. The page starts it, and it stops by itself at
a line that is worth a look. From there, with the keys that other debuggers have:
  F10, F11         go to the next line, or into a call; Shift+F11 leaves the function, F5 goes on
  a click          beside a line number makes the program stop there
The same in this terminal: npm start -- debug ${example}
A tour of it line by line: npm start -- debug --plain ${example}
`;

export const consoleTour = `
This is Sonde's console debugger on ${example}, a small program.
The program has not started yet. Try, one after the other:
  list journey     shows the source of a function
  break larger     stops when that function is called; break 39 would stop before line 39 runs
  run              starts the program
  print a          shows a value; info locals shows all, stack how the program got here
  next, step       go to the next line, or into a call; an empty line repeats; finish leaves the function
  watch total      stops when the variable changes; continue goes on
  help, quit       all commands; the end
`;

/** The example on the console, and nothing that would say otherwise. */
export const isConsoleTour = args => args.join(' ') === `debug --plain ${example}`;
