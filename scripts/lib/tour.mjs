// The tour of `npm start`: the example it shows, and what a newcomer is told to try.

export const example = 'languages/mini/examples/tour.mini';

/** Debugger commands that are played when nobody sits at the terminal. */
export const script = 'scripts/tour.txt';

export const tourText = `
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
