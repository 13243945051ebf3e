/** Slashes of both kinds would make folders; control characters and halves of surrogate pairs have no place in an address. */
const unsafe = /[/\\\p{Cc}\p{Surrogate}]/gu

/** A file's own name as one safe segment of a path: `a/b.mp4` becomes `a_b.mp4`, and `..` becomes `_`. */
export const safeFileName = (name: string): string => {
  const safe = name.normalize('NFC').replaceAll(unsafe, '_')
  // `.` and `..` name places, not files: browsers resolve them in an address, which then no longer fits its signature.
  return safe === '.' || safe === '..' ? '_' : safe
}
