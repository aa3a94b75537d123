// Byte memories as they were at a snapshot: pages, which snapshots share as long as they are the same. Memory is compared
// and not watched, because whoever writes bytes is in a hurry.

const pageBytes = 4096;

export type BytesImage = readonly Uint8Array[];

/** Pages that are as in the image before are those of it. */
export function imageOfBytes(
  bytes: Uint8Array,
  before: BytesImage | undefined,
): { readonly pages: BytesImage; readonly copied: number } {
  const pages: Uint8Array[] = [];
  let copied = 0;
  for (let at = 0; at < bytes.length; at += pageBytes) {
    const now = bytes.subarray(at, at + pageBytes);
    const old = before?.[pages.length];
    if (old !== undefined && old.length === now.length && Buffer.compare(old, now) === 0) {
      pages.push(old);
    } else {
      pages.push(now.slice());
      copied += now.length;
    }
  }
  return { pages, copied };
}

export const sizeOfImage = (image: BytesImage): number =>
  image.length === 0 ? 0 : (image.length - 1) * pageBytes + image.at(-1)!.length;

/** The memory must have the size of the image. */
export function restoreBytes(bytes: Uint8Array, image: BytesImage): void {
  for (const [nth, page] of image.entries()) bytes.set(page, nth * pageBytes);
}
