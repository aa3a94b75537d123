// No program: the suite looks at how a launch fails.
int main(void) {
  return nothing;
}
