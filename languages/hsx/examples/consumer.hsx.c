// The other half of mailboxes.hsx: waits for readings. While it waits, the debugger shows for what.
#include <hsx.h>
#include <stdio.h>

struct reading {
  int number;
  int degrees;
};

int main(void) {
  int box;
  int highest = 0;
  hsx_mailbox_bind("app:readings", 64, HSX_MBX_RDWR);
  if (hsx_mailbox_open("app:readings", 0, &box) != HSX_MBX_OK) return 1;
  for (;;) {
    struct reading reading;
    hsx_mailbox_receive(box, &reading, sizeof reading, HSX_MBX_FOREVER, 0); // #wait
    if (reading.number == 0) break;
    if (reading.degrees > highest) highest = reading.degrees; // #got
    printf("reading %d: %d\n", reading.number, reading.degrees);
  }
  printf("highest %d\n", highest);
  return 0;
}
