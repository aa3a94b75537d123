// A console command that cannot be carried out: what is wrong and what to do instead.

export class CommandError extends Error {
  override readonly name = 'CommandError';
}
