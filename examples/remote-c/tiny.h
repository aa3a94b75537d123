// Tiny: a small language and its machine. It stands for yours, and knows nothing of debuggers.
#ifndef TINY_H
#define TINY_H
#include <stdbool.h>

enum { MOST_CODE = 4096, MOST_FRAMES = 256, MOST_LOCALS = 16, MOST_FUNCTIONS = 64, MOST_VALUES = 1024, MOST_NAME = 32 };

// A list where there are items. Lists are never freed: a program of Tiny is short.
typedef struct Value {
  long number;
  struct Value *items;
  int count;
} Value;

typedef struct {
  char name[MOST_NAME], names[MOST_LOCALS][MOST_NAME];
  int start, end, line, end_line, parameters, locals;
} Function;

typedef struct {
  int op, line;  // The line of a statement that begins here, else 0.
  long operand;
} Instruction;

typedef struct {
  int serial, pc, handlers, handler[8], height[8];
  Function *function;
  bool is_set[MOST_LOCALS];
  Value locals[MOST_LOCALS];
} Frame;

typedef enum { RAN, THREW, WAITS, EXITED } Outcome;

extern Instruction code[MOST_CODE];
extern Function functions[MOST_FUNCTIONS];
extern Frame frames[MOST_FRAMES];
extern int code_size, function_count, depth, exit_code;
extern const char *thrown;  // "Name: message" where an instruction raised it; the next step unwinds.
extern Value *returned;     // What the last instruction gave back, if it left a function.

// Answers with what is wrong, or NULL.
const char *tiny_load(const char *path);
// One instruction, or the unwinding of what was thrown.
Outcome tiny_step(void);
bool tiny_is_caught(void);
const char *tiny_evaluate(const char *text, Frame *frame, Value *result);
void tiny_input(const char *text);  // NULL ends it.
void tiny_spell(int address, char *text, int size);

// Given by whoever runs it.
void tiny_print(const char *stream, const char *text);
#endif
