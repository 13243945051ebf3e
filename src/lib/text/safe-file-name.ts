/** Slashes of both kinds create folders. Control characters and surrogate halves are invalid in URLs. */
const unsafe = /[/\\\p{Cc}\p{Surrogate}]/gu

/** A file's own name as one safe segment of a path: `a/b.mp4` becomes `a_b.mp4`, and `..` becomes `_`. */
export const toSafeFileName = (name: string): string => {
  const segment = name.normalize('NFC').replaceAll(unsafe, '_')
  // Browsers resolve `.` and `..` in a URL, which would then no longer match its signature.
  return segment === '.' || segment === '..' ? '_' : segment
}
