// Tiny: compiles lines to instructions of a stack machine, and runs them one by one.
#include "tiny.h"
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PUSH, LOAD, STORE, LIST, INDEX, PUT, ADD, SUB, MUL, DIV, REST, LESS, MORE, SAME, NEGATE, JUMP, UNLESS, CALL, RETURN,
       POP, SAY, SHOW, PRINT, THROW, TRY, UNTRY, INPUT, HALT };
static const char *const op_names[] = { "push", "load", "store", "list", "index", "put", "add", "sub", "mul", "div", "rest",
       "less", "more", "same", "negate", "jump", "unless", "call", "return", "pop", "say", "show", "print", "throw", "try",
       "untry", "input", "halt" };

Instruction code[MOST_CODE];
Function functions[MOST_FUNCTIONS];
Frame frames[MOST_FRAMES];
int code_size, function_count, depth, exit_code;
const char *thrown;
Value *returned;

// The compiler.

static char mistake[512];
static jmp_buf on_mistake;
static const char *at;
static int line;
static Function *inside;
static char *texts[MOST_CODE];

static void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(mistake, sizeof mistake, format, values);
  va_end(values);
  longjmp(on_mistake, 1);
}

static int emit(int op, long operand) {
  if (code_size == MOST_CODE) fail("the program is too long");
  code[code_size] = (Instruction){ op, line, operand };
  line = 0;
  return code_size++;
}

static char peek(void) {
  while (*at == ' ' || *at == '\t') at++;
  return *at;
}

static bool take(const char *text) {
  size_t length = strlen(text);
  peek();
  bool is_part = isalnum((unsigned char)text[length - 1]) && isalnum((unsigned char)at[length]);
  if (strncmp(at, text, length) != 0 || is_part) return false;
  at += length;
  return true;
}

static void need(const char *text) {
  if (!take(text)) fail("%s is missing before \"%s\"", text, at);
}

static void word(char *name) {
  int length = 0;
  for (peek(); isalnum((unsigned char)*at) && length < MOST_NAME - 1; at++) name[length++] = *at;
  name[length] = 0;
  if (length == 0 || isdigit((unsigned char)*name)) fail("a name is missing before \"%s\"", at);
}

static int slot(const char *name, bool declares) {
  for (int n = 0; n < inside->locals; n++)
    if (strcmp(inside->names[n], name) == 0) return n;
  if (!declares || inside->locals == MOST_LOCALS) fail("there is no variable %s", name);
  strcpy(inside->names[inside->locals], name);
  return inside->locals++;
}

static int text_literal(void) {
  need("\"");
  const char *end = strchr(at, '"');
  if (end == NULL) fail("a text does not end");
  int n = 0;
  while (texts[n] != NULL) n++;
  texts[n] = strndup(at, (size_t)(end - at));
  at = end + 1;
  return n;
}

static void expression(void);

static void primary(void) {
  char name[MOST_NAME];
  if (isdigit((unsigned char)peek())) emit(PUSH, strtol(at, (char **)&at, 10));
  else if (take("(")) expression(), need(")");
  else if (take("-")) primary(), emit(NEGATE, 0);
  else if (take("list(")) expression(), need(")"), emit(LIST, 0);
  else word(name), emit(LOAD, slot(name, false));
  while (take("[")) expression(), need("]"), emit(INDEX, 0);
}

static void product(void) {
  for (primary();;) {
    int op = take("*") ? MUL : take("/") ? DIV : take("%") ? REST : -1;
    if (op < 0) return;
    primary(), emit(op, 0);
  }
}

static void sum(void) {
  for (product();;) {
    int op = take("+") ? ADD : take("-") ? SUB : -1;
    if (op < 0) return;
    product(), emit(op, 0);
  }
}

static void expression(void) {
  sum();
  int op = take("==") ? SAME : take("<") ? LESS : take(">") ? MORE : -1;
  if (op >= 0) sum(), emit(op, 0);
}

static void call(const char *name) {
  int given = 0;
  for (; !take(")"); given++) expression(), take(",");
  if (strcmp(name, "input") == 0) { emit(INPUT, 0); return; }
  for (int n = 0; n < function_count; n++)
    if (strcmp(functions[n].name, name) == 0 && functions[n].parameters == given) { emit(CALL, n); return; }
  fail("there is no function %s of %d above this line", name, given);
}

// `branch` is an instruction whose operand is the end of the block.
static struct { enum { FUNCTION, WHILE, IF, TRIED, CAUGHT } kind; int start, branch; } blocks[32];
static int block_count;

static void open_block(int kind, int start, int branch) {
  if (block_count == 32) fail("too many blocks");
  blocks[block_count].kind = kind, blocks[block_count].start = start, blocks[block_count++].branch = branch;
}

static void end_block(int number) {
  if (block_count == 0) fail("there is nothing to end");
  int kind = blocks[--block_count].kind;
  if (kind == TRIED) fail("catch is missing");
  if (kind == FUNCTION) {
    emit(PUSH, 0), emit(RETURN, 0);
    inside->end = code_size, inside->end_line = number, inside = NULL;
    return;
  }
  // The jump back is part of the last statement: nobody wants to stop at it.
  line = 0;
  if (kind == WHILE) emit(JUMP, blocks[block_count].start);
  code[blocks[block_count].branch].operand = code_size;
}

static void assignment_or_call(void) {
  char name[MOST_NAME], callee[MOST_NAME];
  word(name);
  if (take("(")) { call(name), emit(POP, 0); return; }
  if (take("[")) {
    emit(LOAD, slot(name, false)), expression(), need("]"), need("="), expression(), emit(PUT, 0);
    return;
  }
  need("=");
  const char *before = at;
  if (isalpha((unsigned char)peek()) && strncmp(at, "list(", 5) != 0) {
    word(callee);
    if (take("(")) { call(callee), emit(STORE, slot(name, true)); return; }
  }
  at = before, expression(), emit(STORE, slot(name, true));
}

static void statement(int number) {
  if (take("fn")) {
    if (inside != NULL || function_count == MOST_FUNCTIONS) fail("a function does not belong here");
    inside = &functions[function_count++];
    word(inside->name);
    inside->start = code_size, inside->line = number, line = 0;
    char name[MOST_NAME];
    for (need("("); !take(")"); take(",")) word(name), slot(name, true);
    inside->parameters = inside->locals;
    open_block(FUNCTION, code_size, 0);
    return;
  }
  if (inside == NULL) fail("a program consists of functions");
  bool loops = take("while");
  if (loops || take("if")) {
    int start = code_size;
    expression(), open_block(loops ? WHILE : IF, start, emit(UNLESS, 0));
  } else if (take("try")) open_block(TRIED, code_size, emit(TRY, 0));
  else if (take("catch")) {
    if (block_count == 0 || blocks[block_count - 1].kind != TRIED) fail("there is no try");
    line = 0, emit(UNTRY, 0);
    int jump = emit(JUMP, 0);
    code[blocks[--block_count].branch].operand = code_size;
    open_block(CAUGHT, code_size, jump);
  } else if (take("end")) end_block(number);
  else if (take("return")) expression(), emit(RETURN, 0);
  else if (take("throw")) { int text = text_literal(); emit(THROW, text); }
  else if (take("print")) {
    while (peek() != 0 && *at != '#')
      if (*at == '"') { int text = text_literal(); emit(SAY, text); }
      else expression(), emit(SHOW, 0);
    emit(PRINT, 0);
  } else assignment_or_call();
}

const char *tiny_load(const char *path) {
  char text[512];
  volatile int number = 0;
  FILE *file = fopen(path, "r");
  if (file == NULL) return snprintf(mistake, sizeof mistake, "%s cannot be read", path), mistake;
  if (setjmp(on_mistake) != 0) {
    snprintf(text, sizeof text, "%.200s, line %d: %.250s", path, number, mistake);
    return fclose(file), strcpy(mistake, text);
  }
  while (fgets(text, sizeof text, file) != NULL) {
    text[strcspn(text, "\n")] = 0;
    at = text, line = ++number;
    if (peek() == 0 || *at == '#') continue;
    statement(number);
    if (peek() != 0 && *at != '#') fail("\"%s\" does not belong there", at);
  }
  if (block_count > 0) fail("end is missing");
  if (function_count == 0 || strcmp(functions[function_count - 1].name, "main") != 0) fail("the last function is not main");
  fclose(file);
  Function *first = &functions[function_count - 1];
  frames[depth++] = (Frame){ .serial = 1, .pc = first->start, .function = first };
  return NULL;
}

// The machine.

static Value stack[MOST_VALUES];
static int height, last_serial = 1;
static char words[4096], input[65536];
static bool input_ended;

static Value pop(void) { return stack[--height]; }
static void push(long number) { stack[height++] = (Value){ .number = number }; }

static Outcome raise(const char *why) { return thrown = why, THREW; }

static Outcome unwind(void) {
  while (depth > 0 && frames[depth - 1].handlers == 0) depth--;
  if (depth == 0) {
    snprintf(words, sizeof words, "%s\n", thrown);
    tiny_print("stderr", words), words[0] = 0;
    return exit_code = 1, thrown = NULL, EXITED;
  }
  Frame *frame = &frames[depth - 1];
  frame->handlers--, frame->pc = frame->handler[frame->handlers], height = frame->height[frame->handlers];
  return thrown = NULL, RAN;
}

static void say(const char *text) {
  size_t length = strlen(words);
  snprintf(words + length, sizeof words - length, "%s%s", length > 0 ? " " : "", text);
}

static Outcome read_number(void) {
  char *end = strchr(input, '\n');
  if (end == NULL && !input_ended) return WAITS;
  push(strtol(input, NULL, 10));
  if (end == NULL) input[0] = 0;
  else memmove(input, end + 1, strlen(end + 1) + 1);
  return RAN;
}

// Moves `pc` on only when the instruction is done.
static Outcome execute(Frame *frame) {
  Instruction now = code[frame->pc];
  Value a, b;
  if (height > MOST_VALUES - 8) return raise("StackOverflow: there are too many values");
  switch (now.op) {
    case PUSH: push(now.operand); break;
    case LOAD: stack[height++] = frame->locals[now.operand]; break;
    case STORE: frame->locals[now.operand] = pop(), frame->is_set[now.operand] = true; break;
    case NEGATE: stack[height - 1].number *= -1; break;
    case POP: height--; break;
    case SAY: say(texts[now.operand]); break;
    case SHOW: {
      char number[32];
      snprintf(number, sizeof number, "%ld", pop().number), say(number);
      break;
    }
    case PRINT: strcat(words, "\n"), tiny_print("stdout", words), words[0] = 0; break;
    case JUMP: frame->pc = (int)now.operand; return RAN;
    case UNLESS: if (pop().number == 0) { frame->pc = (int)now.operand; return RAN; } break;
    case THROW: return raise(texts[now.operand]);
    case UNTRY: frame->handlers--; break;
    case INPUT: if (read_number() == WAITS) return WAITS; break;
    case TRY:
      if (frame->handlers == 8) return raise("StackOverflow: there are too many handlers");
      frame->handler[frame->handlers] = (int)now.operand, frame->height[frame->handlers++] = height;
      break;
    case LIST:
      a = pop();
      if (a.number < 0 || a.number > 100000) return raise("OutOfBounds: no list has that many items");
      stack[height++] = (Value){ .items = calloc((size_t)a.number + 1, sizeof(Value)), .count = (int)a.number };
      break;
    case INDEX: case PUT:
      b = now.op == PUT ? pop() : (Value){ 0 };
      a = pop();
      if (a.number < 0 || a.number >= stack[height - 1].count) return raise("OutOfBounds: the list has no such item");
      if (now.op == PUT) pop().items[a.number] = b;
      else stack[height - 1] = stack[height - 1].items[a.number];
      break;
    case CALL: {
      if (depth == MOST_FRAMES) return raise("StackOverflow: there are too many calls");
      Frame *callee = &frames[depth++];
      *callee = (Frame){ .serial = ++last_serial, .function = &functions[now.operand], .pc = functions[now.operand].start };
      for (int n = callee->function->parameters - 1; n >= 0; n--) callee->locals[n] = pop(), callee->is_set[n] = true;
      break;
    }
    case RETURN:
      returned = &stack[height - 1];
      return --depth > 0 ? RAN : EXITED;
    default:
      b = pop(), a = pop();
      if ((now.op == DIV || now.op == REST) && b.number == 0) return raise("DivisionByZero: nothing is divided by 0");
      push(now.op == ADD ? a.number + b.number : now.op == SUB ? a.number - b.number : now.op == MUL ? a.number * b.number
         : now.op == DIV ? a.number / b.number : now.op == REST ? a.number % b.number : now.op == LESS ? a.number < b.number
         : now.op == MORE ? a.number > b.number : a.number == b.number);
  }
  frame->pc++;
  return RAN;
}

Outcome tiny_step(void) {
  returned = NULL;
  return thrown != NULL ? unwind() : execute(&frames[depth - 1]);
}

bool tiny_is_caught(void) {
  for (int n = 0; n < depth; n++)
    if (frames[n].handlers > 0) return true;
  return false;
}

const char *tiny_evaluate(const char *text, Frame *frame, Value *result) {
  int size = code_size, values = height;
  const char *pending = thrown;
  Frame scratch = *frame;
  scratch.pc = size;
  if (setjmp(on_mistake) != 0) return code_size = size, mistake;
  at = text, inside = frame->function, line = 0;
  expression();
  if (peek() != 0) fail("\"%s\" does not belong there", at);
  emit(HALT, 0);
  thrown = NULL;
  while (code[scratch.pc].op != HALT && execute(&scratch) == RAN) {}
  const char *why = thrown;
  if (why == NULL) *result = stack[height - 1];
  code_size = size, height = values, thrown = pending;
  return why;
}

void tiny_input(const char *text) {
  if (text == NULL) input_ended = true;
  else if (strlen(input) + strlen(text) < sizeof input) strcat(input, text);
}

void tiny_spell(int address, char *text, int size) {
  Instruction now = code[address];
  const char *name = now.op == CALL ? functions[now.operand].name : now.op == SAY || now.op == THROW ? texts[now.operand] : "";
  bool has_number = now.op == PUSH || now.op == JUMP || now.op == UNLESS || now.op == TRY || now.op == LOAD || now.op == STORE;
  if (has_number) snprintf(text, (size_t)size, "%s %ld", op_names[now.op], now.operand);
  else snprintf(text, (size_t)size, "%s %s", op_names[now.op], name);
}
