// Programs that the tests against upstream's executive share. Markers (`// #name`) say where breakpoints go.

/** Calls in calls, a loop, a global, locals in the frame. Ends with 20, as upstream's own demo does. */
export const calling = `int calls;

int add(int a, int b) {
  int s = a + b; // #add
  calls++;
  return s;
}

int twice(int n) {
  int r = add(n, n); // #twice
  return r;
}

int main(void) {
  int total = 0;
  for (int i = 0; i < 5; i++) { // #loop
    int t = twice(i); // #call
    total = total + t; // #sum
  }
  return total; // #end
}
`;

/** Recursion, a function by its address, a frame too large for PUSH, an array whose size is known when it runs. */
export const stacks = `typedef int (*operation)(int);
volatile int sink;

int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
int squared(int n) { return n * n; }
int applied(operation f, int n) { return f(n) + 1; }

int large(int n) {
  volatile int room[64];
  for (int i = 0; i < 64; i++) room[i] = i;
  return room[n];
}

int varying(int n) {
  volatile int room[n];
  for (int i = 0; i < n; i++) room[i] = squared(i);
  return room[n - 1];
}

int many(int a, int b, int c, int d, int e) { return a + b + c + d + e; }

int main(void) {
  sink = factorial(4);
  sink += applied(squared, 3) + applied(factorial, 3);
  sink += large(5) + varying(6);
  sink += many(1, 2, 3, 4, 5);
  return sink / 7;
}
`;

/** Prints more than a mailbox holds, sleeps, and asks for its end. */
export const printing = `#include <hsx.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 8; i++) printf("line %d\\n", i);
  hsx_sleep(30);
  puts("awake"); // #awake
  exit(3);
}
`;

/** Asks for a line and says it again. */
export const echoing = `#include <stdio.h>
int main(void) {
  char line[16];
  int length = 0, c; // #ask
  while ((c = getchar()) != '\\n' && length < 15) line[length++] = c;
  line[length] = 0;
  puts(line); // #answer
  return length;
}
`;

/** Divides by what it is given. */
export const dividing = `int half(int n, int by) {
  return n / by; // #divide
}
int main(void) {
  return half(84, 2) + half(7, 0);
}
`;

/** Counts for ever. */
export const endless = `int rounds;
int main(void) {
  for (;;) rounds = rounds + 1; // #round
}
`;

/** BRK, then a word that is no instruction, then the end of the code. */
export const traps = `.text
.entry main
.export main
main:
LDI R1, 5
BRK 7
LDI R2, 6
JMP 2000
`;
