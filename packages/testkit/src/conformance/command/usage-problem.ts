// A command line that makes no sense: exit code 2, with a hint at the help.

export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}
