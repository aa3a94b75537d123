// Tests that a program contains: cases, what they expect, and the summary, in the Test Anything Protocol.
#include "private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  int64_t cases, passed, failed, skipped;
  // Of the case that runs; the name is NULL outside of cases.
  const char *name;
  const char *skip;
  bool broken;
  // Something outside of all cases failed.
  bool run_broken;
} state;

static void broken(void) {
  if (state.name == NULL) state.run_broken = true;
  else state.broken = true;
}

// Whether the case runs. Cases in cases do not, nor those that OSPREY_TEST_FILTER does not name.
bool osp_test_begin(const char *name) {
  const char *filter = getenv("OSPREY_TEST_FILTER");
  if (state.name != NULL) {
    printf("# nested test '%s' skipped: tests do not contain tests\n", name);
    state.broken = true;
    return false;
  }
  if (filter != NULL && filter[0] != 0 && strcmp(filter, name) != 0) return false;
  state.name = name;
  state.broken = false;
  state.skip = NULL;
  return true;
}

void osp_test_end(void) {
  state.cases++;
  const char *name = state.name;
  state.name = NULL;
  if (state.broken) {
    state.failed++;
    printf("not ok %lld - %s\n", (long long)state.cases, name);
  } else if (state.skip != NULL) {
    state.skipped++;
    printf("ok %lld - %s # SKIP %s\n", (long long)state.cases, name, state.skip);
  } else {
    state.passed++;
    printf("ok %lld - %s\n", (long long)state.cases, name);
  }
}

// What a case that gives a Verdict came to: 0 passed, 1 failed, 2 skipped.
void osp_test_verdict(int64_t kind, const char *why) {
  if (kind == 1) {
    printf("# fail: %s\n", why);
    broken();
  } else if (kind == 2) {
    static char kept[512];
    snprintf(kept, sizeof kept, "%s", why);
    state.skip = kept;
  }
}

// Without a label it is an `expect`.
void osp_test_check(const char *label, const char *expected, const char *actual) {
  if (strcmp(expected, actual) == 0) return;
  if (label == NULL) printf("# expect failed: expected %s, got %s\n", expected, actual);
  else printf("# check '%s' failed: expected %s, got %s\n", label, expected, actual);
  broken();
}

void osp_test_all(const char *label, const osp_list *conditions) {
  for (int64_t i = 0; i < conditions->length; i++) {
    if (osp_list_word(conditions, i) != 0) continue;
    printf("# check '%s[%lld]' failed: expected true, got false\n", label, (long long)i);
    broken();
  }
}

// The exit code of the program.
int32_t osp_test_finish(void) {
  printf("1..%lld\n# tests=%lld passed=%lld failed=%lld skipped=%lld\n", (long long)state.cases,
         (long long)state.cases, (long long)state.passed, (long long)state.failed, (long long)state.skipped);
  return state.failed > 0 || state.run_broken ? 1 : 0;
}
