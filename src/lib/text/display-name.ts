/** Invisible marks that change the direction of writing (Unicode, "Bidirectional Formatting Characters"). */
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * A file's name for display. Spells out direction marks, which can make `match_4pm.exe` look like the video
 * `match_exe.mp4`.
 */
export const toDisplayName = (name: string): string =>
  name.replaceAll(
    directionMarks,
    (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
