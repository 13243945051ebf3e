/**
 * Matches invisible marks that change the direction of writing (Unicode, "Bidirectional Formatting
 * Characters"), spaces without width, and fillers. Does not match joiners, which emoji and several scripts
 * need.
 */
export const invisibleMarks =
  /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u00AD\u115F\u1160\u180E\u200B\u2060\u3164\uFEFF\uFFA0]/gu

/**
 * Converts a file name for display: shows invisible marks as codes such as `[U+202E]`. Otherwise
 * `match_4pm.exe` could look like the video `match_exe.mp4`, and two files could seem to have the same name.
 */
export const toDisplayName = (name: string): string =>
  name.replaceAll(
    invisibleMarks,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
