// What the checks of the conformance suite look at, line by line.
#include <stdio.h>

struct pair {
  int first;
  const char *second;
};

static int add(int a, int b) {
  int sum = a + b; // #in-add
  return sum;
}

static int twice(int n) {
  return n * 2;
}

static int work(int given) {
  static int many[500];
  static char alphabets[5001];
  int x = given;                       // #first #declared
  int total = 0;                       // #stop
  x = x + 1;                           // #after-stop
  total = add(x, 10);                  // #call
  total = add(twice(total), twice(x)); // #calls
  int i = 0;                           // #after-calls
  while (i < 6) {
    total = total + i; // #loop
    i = i + 1;
  }
  struct pair pair = {x, "two"};
  unsigned char bytes[4] = {0x48, 0x69, 0, 7};
  for (int n = 0; n < 500; n++) many[n] = n * 3;
  for (int n = 0; n < 5000; n++) alphabets[n] = (char)('a' + n % 26);
  printf("x %d\n", x);         // #print-x
  printf("skipped by goto\n"); // #skipped
  bytes[3] = 9;
  printf("total %d\n", total); // #end
  return total + pair.first + bytes[0] + many[0] + alphabets[0];
}

int main(void) {
  work(41);
  return 0;
}
