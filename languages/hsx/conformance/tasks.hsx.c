// One of three tasks: the two others count for ever, and end with this one.
#include <hsx.h>
#include <stdio.h>

int main(void) {
  hsx_sleep(1);
  puts("both count"); // #threads
  puts("the end");
  return 0;
}
