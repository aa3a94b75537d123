// When things came into being: the same whenever the program runs again from an earlier moment, so that an object has the
// same id there (`object-ids.ts`). What a debugger makes besides is counted apart, so that looking changes no number.

/** What only looks came into being for nobody else: it is counted for good. */
const look = -1;

/** Shared by all machines of a thread, because values do not know their machine: each sets it before it runs. */
export const births = {
  /** The instruction that runs, as its machine counts. */
  now: 0,
  /** Instead of it, while no instruction of the program runs; negative. */
  aside: look as number | undefined,
  /** When the latest thing came into being, and how many did so then before it. */
  at: look,
  nth: 0,
  /** So many came into being while somebody looked. */
  looks: 0,
};

/** For the field of a thing that comes into being; its number at that time is `births.nth` from then on. */
export function birthTime(): number {
  const at = births.aside ?? births.now;
  if (at === look) births.nth = ++births.looks;
  else if (at === births.at) births.nth++;
  else births.nth = 0;
  births.at = at;
  return at;
}

export interface BirthCount {
  readonly at: number;
  readonly nth: number;
}

/** Nothing has come into being at any time yet. */
export const noBirths: BirthCount = { at: look, nth: 0 };

/** Counts what comes into being in an instruction, or in the change of a debugger, if its number is given. */
export function countingBirths<Result>(
  count: BirthCount,
  edit: number | undefined,
  work: () => Result,
): { readonly result: Result; readonly count: BirthCount } {
  const { at, nth, aside } = births;
  Object.assign(births, count, { aside: edit === undefined ? undefined : look - edit });
  try {
    const result = work();
    return { result, count: { at: births.at, nth: births.nth } };
  } finally {
    Object.assign(births, { at, nth, aside });
  }
}

/** By which change of a debugger something came into being, counted from 1; undefined for anything else. */
export const editOfBirth = (bornAt: number): number | undefined =>
  bornAt < look ? look - bornAt : undefined;

export const isOfLook = (bornAt: number): boolean => bornAt === look;
