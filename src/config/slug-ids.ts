/** The messages whose texts are the slugs of addresses, which differ between languages. */
export const slugIds = [
  'coursesHomeSlug',
  'courseSlug',
  'footballCourseSlug',
  'courseSeriesSlug',
  'profileSlug',
] as const

export type SlugId = (typeof slugIds)[number]
