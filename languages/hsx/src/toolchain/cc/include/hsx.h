// Services of the HSX machine.
#ifndef HSX_H
#define HSX_H

/// Ends the task.
_Noreturn void hsx_exit(int status);
/// Instructions that the machine has run.
unsigned hsx_steps(void);
int hsx_uart_write(const void *bytes, int length);
void hsx_sleep(int milliseconds);

/// Files in memory; 0, 1 and 2 are standard input, output and errors. Negative results are errors.
int hsx_open(const char *path, int flags);
int hsx_read(int file, void *bytes, int most);
int hsx_write(int file, const void *bytes, int length);
int hsx_close(int file);

/// Mailboxes: `svc:name`, `app:name`, `shared:name`, `pid:1`. Results are one of these.
enum hsx_mailbox_status {
  HSX_MBX_OK = 0,
  HSX_MBX_WOULDBLOCK = 1,
  HSX_MBX_INVALID_HANDLE = 2,
  HSX_MBX_NO_DATA = 3,
  HSX_MBX_TOO_LARGE = 4,
  HSX_MBX_NO_DESCRIPTOR = 5,
  HSX_MBX_TIMEOUT = 7,
  HSX_MBX_INTERNAL = 255,
};

enum hsx_mailbox_mode {
  HSX_MBX_RDONLY = 1,
  HSX_MBX_WRONLY = 2,
  HSX_MBX_RDWR = 3,
  HSX_MBX_TAP = 4,
  HSX_MBX_FANOUT = 8,
  HSX_MBX_FANOUT_DROP = 0x10,
  HSX_MBX_FANOUT_BLOCK = 0x20,
};

#define HSX_MBX_FOREVER 0xffff

struct hsx_message {
  int status;
  int length;
  unsigned flags;
  unsigned channel;
  unsigned source;
};

int hsx_mailbox_open(const char *target, int flags, int *handle);
/// A capacity of 0 means 64 bytes; each message costs 8 bytes more than it has.
int hsx_mailbox_bind(const char *target, int capacity, int mode);
int hsx_mailbox_send(int handle, const void *bytes, int length);
/// Waits at most `timeout` milliseconds: 0 not at all, HSX_MBX_FOREVER for ever. `message` may be null.
int hsx_mailbox_receive(int handle, void *bytes, int most, int timeout, struct hsx_message *message);
int hsx_mailbox_close(int handle);

/// Values that others see and set: numbers of 16 bits of floating point, by their bits.
int hsx_value_register(int group, int id, int flags, const void *description, int *oid);
int hsx_value_lookup(int group, int id, int *oid);
int hsx_value_get(int oid);
int hsx_value_set(int oid, int bits);

int hsx_command_register(int group, int id, int flags, const void *description, int *oid);
int hsx_command_lookup(int group, int id, int *oid);
int hsx_command_call(int oid);

#endif
