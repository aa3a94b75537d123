// The functions of the language that no program declares, by the names they have in the typed program.

/**
 * Streams: print, println (adds a newline), stdout.write, stderr.write, stddbg.write, stddato.writeBytes take one string and
 * give void; stdin.readLine gives result<string> (without the newline; err 1 at the end), stddati.readBytes(int64) gives
 * result<string> with at most that many bytes (err 1 at the end).
 * Memory: aria.gc, aria.gc_minor () void; unpin(gc_ptr) void; aria.free(wild) void; aria.alloc(int64 elements) gives
 * wild_ptr<T>, zeroed.
 * Code: aria.alloc_exec(int64 bytes) gives int8@ or byte@; aria.seal(pointer) void; aria.call(pointer, int64) int64;
 * aria.free_exec(pointer) void; jit_load() gives func<…> of `BuiltinCall.loads`; jit_unload(func) void.
 * Others: exit(int32) never returns; len(string) int64 (of an array it is a literal); yield(), sleep(int64 milliseconds) void.
 */
export const builtinNames = [
  'print',
  'println',
  'stdout.write',
  'stderr.write',
  'stddbg.write',
  'stdin.readLine',
  'stddati.readBytes',
  'stddato.writeBytes',
  'aria.gc',
  'aria.gc_minor',
  'unpin',
  'aria.free',
  'aria.alloc',
  'aria.alloc_exec',
  'aria.seal',
  'aria.call',
  'aria.free_exec',
  'jit_load',
  'jit_unload',
  'exit',
  'len',
  'yield',
  'sleep',
] as const;

/** Those that a program calls by their name. */
export type NamedBuiltin = (typeof builtinNames)[number];

/**
 * debug.log(string name, string level, string message) gives void: what `s.log(level, message)` of a debug session becomes, a
 * line `[time] [LEVEL] [name] message` on stddbg.
 */
export type BuiltinName = NamedBuiltin | 'debug.log';
