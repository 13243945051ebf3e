/**
 * Invisible marks that change the direction of writing (Unicode, "Bidirectional Formatting Characters"), spaces
 * without width and fillers. Joiners are not among them: emoji and several scripts need these.
 */
const invisibleMarks =
  /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u00AD\u115F\u1160\u180E\u200B\u2060\u3164\uFEFF\uFFA0]/gu

/**
 * A file's name for display. Spells out invisible marks: they can make `match_4pm.exe` look like the video
 * `match_exe.mp4`, and two files look as if they had the same name.
 */
export const toDisplayName = (name: string): string =>
  name.replaceAll(
    invisibleMarks,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
