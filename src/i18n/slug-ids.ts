/** The messages whose texts stand in addresses: they differ between languages. */
export const slugIds = [
  'coursesHomeSlug',
  'courseSlug',
  'footballCourseSlug',
  'courseSeriesSlug',
  'profileSlug',
] as const

export type SlugId = (typeof slugIds)[number]
