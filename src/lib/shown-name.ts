/** Marks that change the direction of writing, and are not seen themselves (Unicode, "Bidirectional Formatting Characters"). */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * A file's name as it is shown. Marks of direction are written out: with one of them, `match_4pm.exe` can look like
 * `match_exe.mp4`.
 */
export const shownName = (name: string): string =>
  name.replaceAll(
    directions,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
