// Serves a machine over Sonde's remote protocol (docs/remote-protocol.md). Copy this file for a machine of your own.
//
//   server                      a debugger starts it, speaks on standard input and output, and names the program
//   server --port N PROGRAM     waits for debuggers on port N of this host; 0 takes a free one and prints it
#include "tiny.h"
#include "wire.h"

enum { TURN = 1000 };  // Instructions between two looks at what the debugger says.
static FILE *to;  // What is written to just now: an event to the debugger, or an answer.
static char program[4096];
static bool running, single, past, waiting, armed[MOST_CODE];
static int greeted = -1;  // The connection that has said hello.
static Value *refs[65536];  // What `children` may ask for, until the machine moves.
static int ref_count;

static void put_value(Value *value, const char *name, long owner, int place) {
  fprintf(to, "{\"name\":"), put_text(to, name);
  if (owner != 0) fprintf(to, ",\"to\":[%ld,%d]", owner, place);
  if (value->items == NULL) { fprintf(to, ",\"type\":\"int\",\"value\":%ld}", value->number); return; }
  if (ref_count < 65536) refs[ref_count++] = value;
  fprintf(to, ",\"type\":\"list\",\"ref\":%d,\"indexed\":%d", ref_count, value->count);
  fprintf(to, ",\"text\":\"list of %d\"}", value->count);
}

static bool begin_event(const char *event) {
  to = debugger;
  if (to != NULL) fprintf(to, "{\"event\":\"%s\"", event);
  return to != NULL;
}

static void end_event(void) {
  fprintf(to, "}\n");
  fflush(to);
}

static void stopped(const char *reason) {
  Frame *top = &frames[depth - 1];
  running = waiting = false;
  if (!begin_event("stopped")) return;
  fprintf(to, ",\"task\":1,\"reason\":\"%s\",\"at\":%d,", reason, top->pc);
  fprintf(to, "\"frame\":%d,\"depth\":%d", top->serial, depth);
  if (returned != NULL) fprintf(to, ",\"returned\":"), put_value(returned, "", 0, 0);
  if (thrown != NULL) {
    int name = (int)strcspn(thrown, ":");
    fprintf(to, ",\"name\":\"%.*s\",\"caught\":%s,\"message\":", name, thrown, tiny_is_caught() ? "true" : "false");
    put_text(to, thrown + name + (thrown[name] == ':' ? 2 : 0));
  }
  end_event();
}

void tiny_print(const char *stream, const char *text) {
  if (!begin_event("output")) return;
  fprintf(to, ",\"stream\":\"%s\",\"text\":", stream);
  put_text(to, text), end_event();
}

static void tell_waiting(void) {
  if (begin_event("waiting")) fprintf(to, ",\"waiting\":%s", waiting ? "true" : "false"), end_event();
}

static void exited(void) {
  running = false;
  if (begin_event("exited")) fprintf(to, ",\"code\":%d", exit_code), end_event();
}

// The machine moves.

static void advance(void) {
  for (int n = 0; n < TURN && running && !waiting; n++) {
    if (!single && !past && thrown == NULL && armed[frames[depth - 1].pc]) return stopped("breakpoint");
    switch (tiny_step()) {
      case WAITS: waiting = true; return tell_waiting();
      case THREW: past = false; return stopped("exception");
      case EXITED: return exited();
      case RAN: past = false;
    }
    if (single) stopped("step");
  }
}

static void go(bool one, bool passes) {
  running = true, single = one, past = passes, ref_count = 0;
}

// Requests. Each writes the properties of its answer, or answers with what is wrong.

static const char *hello(const char *request) {
  static char token[256], wanted[4096];
  const char *why, *secret = getenv("TINY_TOKEN");
  text_in(request, "token", token, sizeof token);
  if (secret != NULL && strcmp(token, secret) != 0) return "the token is wrong";
  if (*program == 0 && text_in(request, "program", wanted, sizeof wanted)) {
    if ((why = tiny_load(wanted)) != NULL) return why;
    strcpy(program, wanted);
  }
  fprintf(to, "\"version\":1,\"name\":\"Tiny\",\"process\":%d,\"running\":%s,", (int)getpid(), running ? "true" : "false");
  fprintf(to, "\"can\":[\"evaluate\",\"write\",\"input\",\"disassemble\",\"leave\"],\"modules\":[{\"source\":"), put_text(to, program);
  fprintf(to, ",\"name\":"), put_text(to, strrchr(program, '/') == NULL ? program : strrchr(program, '/') + 1);
  for (int n = 0; n < function_count; n++) {
    Function *f = &functions[n];
    fprintf(to, "%s{\"name\":\"%s\",\"start\":%d,\"end\":%d,", n == 0 ? ",\"functions\":[" : ",", f->name, f->start, f->end);
    fprintf(to, "\"line\":%d,\"endLine\":%d}", f->line, f->end_line);
  }
  const char *before = "],\"lines\":[";
  for (int n = 0; n < code_size; n++)
    if (code[n].line > 0) fprintf(to, "%s[%d,%d]", before, n, code[n].line), before = ",";
  fprintf(to, "]}]");
  greeted = wire_connections;
  return running = waiting = false, NULL;
}

static Frame *frame_in(const char *request) {
  long serial = number_in(request, "frame", frames[depth - 1].serial);
  for (int n = 0; n < depth; n++)
    if (frames[n].serial == serial) return &frames[n];
  return NULL;
}

static const char *stack(const char *request) {
  long start = number_in(request, "start", 0), end = start + number_in(request, "count", 20);
  fprintf(to, "\"total\":%d,\"frames\":[", depth);
  for (long n = start < 0 ? 0 : start; n < depth && n < end; n++)
    fprintf(to, "%s{\"id\":%d,\"at\":%d}", n > start ? "," : "", frames[depth - 1 - n].serial, frames[depth - 1 - n].pc);
  return fprintf(to, "]"), NULL;
}

static const char *scopes(const char *request) {
  Frame *frame = frame_in(request);
  if (frame == NULL) return "that frame has returned";
  fprintf(to, "\"scopes\":[{\"name\":\"Locals\",\"kind\":\"locals\",\"values\":[");
  const char *before = "";
  for (int n = 0; n < frame->function->locals; n++) {
    if (!frame->is_set[n]) continue;
    fputs(before, to), before = ",";
    put_value(&frame->locals[n], frame->function->names[n], frame->serial, n);
  }
  return fprintf(to, "]}]"), NULL;
}

static const char *children(const char *request) {
  long of = number_in(request, "of", 0), start = number_in(request, "start", 0), end = start + number_in(request, "count", 100);
  if (of < 1 || of > ref_count) return "that value is of an earlier stop";
  Value *list = refs[of - 1];
  fprintf(to, "\"values\":[");
  for (long n = start < 0 ? 0 : start; n < list->count && n < end; n++) {
    char name[32];
    snprintf(name, sizeof name, "[%ld]", n);
    fprintf(to, "%s", n > start ? "," : ""), put_value(&list->items[n], name, -of, (int)n);
  }
  return fprintf(to, "]"), NULL;
}

static const char *evaluate(const char *request) {
  static Value result;
  static char text[4096];
  Frame *frame = frame_in(request);
  if (frame == NULL || !text_in(request, "text", text, sizeof text)) return "there is nothing to evaluate here";
  const char *why = tiny_evaluate(text, frame, &result);
  if (why != NULL) return why;
  int place = 0;
  while (place < frame->function->locals && strcmp(frame->function->names[place], text) != 0) place++;
  fprintf(to, "\"value\":"), put_value(&result, "", place < frame->function->locals ? frame->serial : 0, place);
  return NULL;
}

static const char *write_value(const char *request) {
  long place[2] = { 0, 0 };
  list_in(request, "to", place, 2);
  Value *target = NULL;
  for (int n = 0; n < depth; n++)
    if (frames[n].serial == place[0] && place[1] >= 0 && place[1] < frames[n].function->locals)
      target = &frames[n].locals[place[1]];
  Value *list = place[0] < 0 && place[0] >= -ref_count ? refs[-place[0] - 1] : NULL;
  if (list != NULL && place[1] >= 0 && place[1] < list->count) target = &list->items[place[1]];
  if (target == NULL) return "there is no such place any more";
  *target = (Value){ .number = number_in(request, "value", 0) };
  return fprintf(to, "\"value\":"), put_value(target, "", place[0], (int)place[1]), NULL;
}

static const char *input(const char *request) {
  static char text[65536];
  tiny_input(text_in(request, "text", text, sizeof text) ? text : NULL);
  return NULL;
}

static const char *disassemble(const char *request) {
  long first = number_in(request, "at", 0) + number_in(request, "offset", 0), end = first + number_in(request, "count", 0);
  char text[128];
  const char *before = "\"instructions\":[";
  for (long n = first < 0 ? 0 : first; n < end && n < code_size; n++, before = ",") {
    tiny_spell((int)n, text, sizeof text);
    fprintf(to, "%s{\"at\":%ld,\"size\":1,\"text\":", before, n), put_text(to, text), fprintf(to, "}");
  }
  return fprintf(to, "%s]", *before == ',' ? "" : before), NULL;
}

static const char *breakpoints(const char *request) {
  static long addresses[MOST_CODE];
  int count = list_in(request, "addresses", addresses, MOST_CODE);
  memset(armed, 0, sizeof armed);
  for (int n = 0; n < count; n++)
    if (addresses[n] >= 0 && addresses[n] < code_size) armed[addresses[n]] = true;
  return NULL;
}

static const char *nothing(const char *request) { return (void)request, NULL; }

static const struct { const char *name, *(*answer)(const char *); } requests[] = {
  { "hello", hello }, { "breakpoints", breakpoints }, { "resume", nothing }, { "step", nothing }, { "pause", nothing },
  { "stack", stack }, { "scopes", scopes }, { "children", children }, { "evaluate", evaluate }, { "write", write_value },
  { "input", input }, { "disassemble", disassemble }, { "end", nothing }, { "leave", breakpoints },
};

static void answer(const char *request) {
  static char name[64];
  char *text = NULL;
  size_t size = 0;
  const char *why = "this server has no such request";
  to = open_memstream(&text, &size);
  text_in(request, "do", name, sizeof name);
  if (greeted != wire_connections && strcmp(name, "hello") != 0) why = "say hello first";
  else
    for (size_t n = 0; n < sizeof requests / sizeof *requests; n++)
      if (strcmp(requests[n].name, name) == 0) why = requests[n].answer(request);
  fclose(to), to = debugger;
  fprintf(to, "{\"id\":%ld,", number_in(request, "id", 0));
  if (why != NULL) fprintf(to, "\"error\":"), put_text(to, why), fprintf(to, "}\n");
  else fprintf(to, "\"ok\":{%s}}\n", text);
  fflush(to), free(text);
  if (why != NULL) return;
  // What moves the machine is answered first.
  long task = 0;
  if (strcmp(name, "resume") == 0) go(false, list_in(request, "past", &task, 1) > 0);
  if (strcmp(name, "step") == 0) go(true, true);
  if (strcmp(name, "pause") == 0 && running) stopped("pause");
  if (strcmp(name, "input") == 0 && waiting) waiting = false, tell_waiting();
  if (strcmp(name, "end") == 0) exited();
  if (strcmp(name, "leave") == 0 && number_in(request, "suspended", 0) == 0) go(false, true);
}

int main(int count, char **words) {
  bool listens = count == 4 && strcmp(words[1], "--port") == 0;
  if (count != 1 && !listens) return fprintf(stderr, "server [--port N PROGRAM]\n"), 2;
  const char *why = listens ? tiny_load(words[3]) : NULL;
  if (why != NULL) return fprintf(stderr, "%s\n", why), 1;
  if (listens && realpath(words[3], program) == NULL) return 1;
  if (!wire_open(listens ? words[2] : NULL)) return 1;
  // While the program runs, the debugger is asked whether it has something to say; else it is waited for.
  for (;;) {
    if (running && !waiting && !wire_has_news()) advance();
    else if (!wire_receive(answer)) return 0;
  }
}
