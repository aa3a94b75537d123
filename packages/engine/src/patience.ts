// How patient the limits of time are: the variable SONDE_PATIENCE makes all of them longer, for machines that are slow or busy.

const asked = Number(process.env['SONDE_PATIENCE'] ?? 1);

/** Milliseconds that a limit of this many has here. A factor that is no number of at least one counts as one. */
export const patient = (ms: number, factor = asked): number =>
  ms * (factor >= 1 && factor <= 1000 ? factor : 1);
