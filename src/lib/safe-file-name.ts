/** Slashes of both kinds and control characters: they would make folders, or could not be written down. */
// oxlint-disable-next-line no-control-regex -- these are what is meant
const unsafe = /[/\\\u0000-\u001F\u007F]/gu

/** A file's own name as one safe segment of a path: `a/b.mp4` becomes `a_b.mp4`, and `..` becomes `_`. */
export const safeFileName = (name: string): string => {
  const safe = name.normalize('NFC').replaceAll(unsafe, '_')
  // `.` and `..` name places, not files: browsers resolve them in an address, which then no longer fits its signature.
  return safe === '.' || safe === '..' ? '_' : safe
}
