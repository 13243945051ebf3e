/**
 * The language-independent shape of the programme. Its texts are in `locales/<language>/courses.json` and, module by module,
 * in `locales/<language>/modules`, under the same ids.
 */

/**
 * A question of a module, and how it is answered: one option, any number of options, or free text. `c…` checks what was
 * learned and has a right option, which its texts know; `q…` asks the coach to think, and nothing is right.
 */
export type Question = {
  id: string
  /**
   * The version of the contract (`src/contract/schema-version.ts`) that asks it first: answers from before lack it.
   * Absent: it was always asked.
   */
  since?: number
} & ({ kind: 'single' | 'multiple'; options: readonly string[] } | { kind: 'text' })

/** One format of a video; `type` is what a browser says by whether it plays it. */
export type VideoSource = { src: string; type: string }

export type Video = {
  /** `video_id` on the wire. */
  id: string
  /** The same in formats of which every browser plays one: the smallest first. */
  sources: readonly VideoSource[]
  poster: string
  /** seconds */
  duration: number
}

/** A module with a video, or (`extra`) one that is only read and answered. */
export type CourseModule = { id: string; survey: readonly Question[] } & (
  | { kind: 'video'; video: Video }
  | { kind: 'extra' }
)

export type Course = {
  /** `course_id` on the wire. */
  id: 'training' | 'football'
  /** The message that names the course in an address (specification §2). */
  slug: 'courseSlug' | 'footballCourseSlug'
  /** `isFIFA` on the wire: the football-themed series has its own certificate. */
  isFIFA: boolean
  /** What following it takes, as its certificate says. */
  hours: number
  /** What it took when it had fewer modules, and until when. */
  before: { until: string; hours: number }
  modules: readonly CourseModule[]
}

/** The option for who has nothing to tick among several: it stands alone. A letter, as every option: the totals count those. */
export const noneOfThese = 'n'

const optionIds = ['a', 'b', 'c', 'd']
const single = (id: string, options: number): Question => ({
  id,
  kind: 'single',
  options: optionIds.slice(0, options),
})
const multiple = (id: string, options: number): Question => ({
  id,
  kind: 'multiple',
  options: [...optionIds.slice(0, options), noneOfThese],
})
const text = (id: string): Question => ({ id, kind: 'text' })

/** The questions that check what was learned, by the number of their options. */
const checks = (...options: [number, number, number]): Question[] =>
  options.map((count, at) => ({
    id: `c${at + 1}`,
    kind: 'single',
    options: optionIds.slice(0, count),
    since: 8,
  }))

/** What a video module asks a coach to think about: the second question takes one option, or several. Or it is all in own words. */
const oneOption = [single('q1', 3), single('q2', 3), text('q3')]
const severalOptions = [single('q1', 3), multiple('q2', 4), text('q3')]
const ownWords = [text('q1'), text('q2')]

/** Made by `npm run films`. Safari plays WebM since iOS 17.4 only. */
const sourcesOf = (id: string): VideoSource[] => [
  { src: `/videos/${id}.webm`, type: 'video/webm; codecs="vp9"' },
  { src: `/videos/${id}.mp4`, type: 'video/mp4; codecs="avc1.42C01F"' },
]

const videoModule = (id: string, duration: number, survey: readonly Question[]): CourseModule => ({
  id,
  kind: 'video',
  video: { id, sources: sourcesOf(id), poster: `/videos/${id}.webp`, duration },
  survey,
})

export const courses: readonly Course[] = [
  {
    id: 'training',
    slug: 'courseSlug',
    isFIFA: false,
    hours: 5,
    before: { until: '2026-11-23T06:51:33Z', hours: 3 },
    modules: [
      videoModule('training-1', 80, [...checks(3, 3, 4), ...severalOptions]),
      videoModule('training-2', 80, [...checks(3, 3, 4), ...severalOptions]),
      videoModule('training-3', 80, [...checks(3, 4, 3), ...oneOption]),
      videoModule('training-4', 80, [...checks(3, 3, 3), ...ownWords]),
      videoModule('training-5', 80, [...checks(3, 4, 3), ...ownWords]),
      videoModule('training-6', 80, [...checks(3, 3, 4), ...ownWords]),
      { id: 'training-extra', kind: 'extra', survey: [...checks(3, 3, 3), single('q1', 3), text('q2')] },
    ],
  },
  {
    id: 'football',
    slug: 'footballCourseSlug',
    isFIFA: true,
    hours: 4,
    before: { until: '2026-11-23T06:51:33Z', hours: 2 },
    modules: [
      videoModule('football-1', 80, [...checks(3, 3, 3), ...oneOption]),
      videoModule('football-2', 80, [...checks(3, 3, 3), ...severalOptions]),
      videoModule('football-3', 80, [...checks(3, 3, 3), ...ownWords]),
      videoModule('football-4', 80, [...checks(3, 3, 3), ...ownWords]),
      videoModule('football-5', 88, [...checks(3, 3, 3), ...ownWords]),
      { id: 'football-extra', kind: 'extra', survey: [...checks(3, 3, 3), ...ownWords] },
    ],
  },
]

/** The films in the order of their modules. */
export const films: readonly Video[] = courses.flatMap(({ modules }) =>
  modules.flatMap((module) => (module.kind === 'video' ? [module.video] : [])),
)

/** Captions lie beside the video, one file per locale: `training-1.pt-BR.vtt`. */
export const captionsOf = ({ id }: Pick<Video, 'id'>, locale: string): string => `/videos/${id}.${locale}.vtt`

/** What it took to follow a course for a certificate that was earned at a time. */
export const hoursAt = ({ hours, before }: Course, earnedAt: string): number =>
  Date.parse(earnedAt) < Date.parse(before.until) ? before.hours : hours

/** The course with this id. */
export const courseOf = (id: string): Course | undefined => courses.find((course) => course.id === id)

/** The module with this id, and the course it belongs to. */
export const moduleOf = (id: string): { course: Course; module: CourseModule } | undefined => {
  for (const course of courses) {
    const module = course.modules.find((candidate) => candidate.id === id)
    if (module) return { course, module }
  }
  return undefined
}
