/** Matches slashes and backslashes, which create folders, and characters that are invalid in URLs. */
const unsafe = /[/\\\p{Cc}\p{Surrogate}]/gu

/** Converts a file name to one safe segment of a path: `a/b.mp4` becomes `a_b.mp4`, and `..` becomes `_`. */
export const toSafeFileName = (name: string): string => {
  const segment = name.normalize('NFC').replaceAll(unsafe, '_')
  // Browsers resolve `.` and `..` in a URL, which then would not match its signature.
  return segment === '.' || segment === '..' ? '_' : segment
}
