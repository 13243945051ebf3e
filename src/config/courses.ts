/**
 * The language-independent structure of the programme. Under the same ids, its texts are in
 * `locales/<language>/courses.json` and, for each module, in `locales/<language>/modules`.
 */

/**
 * A question of a module, answered with one option, any number of options, or free text. If the id begins
 * with `c`, the question checks what a coach learned, and the module's texts name its right option. If the id
 * begins with `q`, the question asks for reflection and has no right answer.
 */
export type Question = {
  id: string
  /**
   * The version of the contract (`src/contract/schema-version.ts`) that introduced the question. Older
   * answers do not include it. Absent if the question has always existed.
   */
  since?: number
} & ({ kind: 'single' | 'multiple'; options: readonly string[] } | { kind: 'text' })

/** One format of a video. `type` is the MIME type with codecs, which shows whether a browser can play it. */
export type VideoSource = { src: string; type: string }

export type Video = {
  /** `video_id` in requests. */
  id: string
  /** The same video in several formats, the smallest first. Every browser plays one of them. */
  sources: readonly VideoSource[]
  poster: string
  /** In seconds. */
  duration: number
}

/** A module with a video, or an `extra` module with only text and questions. */
export type CourseModule = {
  id: string
  /** The path of a square image that a coach recognises the module by. */
  thumbnail: string
  survey: readonly Question[]
} & ({ kind: 'video'; video: Video } | { kind: 'extra' })

export type Course = {
  /** `course_id` in requests. */
  id: 'training' | 'football'
  /** The message that contains the course's slug (specification §2). */
  slug: 'courseSlug' | 'footballCourseSlug'
  /** `isFIFA` in requests. The football-themed series has its own certificate. */
  isFIFA: boolean
  /** The duration of the course, which is printed on its certificate. */
  hours: number
  /**
   * The duration on certificates that were earned before `until` (in ISO 8601), when the course had fewer
   * modules.
   */
  formerDuration: { until: string; hours: number }
  modules: readonly CourseModule[]
}

/**
 * The id of the option "none of these", which excludes all others. It has one letter like every option,
 * because the programme's totals count only ids of one letter.
 */
export const noneOfThese = 'n'

const optionIds = ['a', 'b', 'c', 'd']
const createSingleChoice = (id: string, options: number): Question => ({
  id,
  kind: 'single',
  options: optionIds.slice(0, options),
})
const createMultipleChoice = (id: string, options: number): Question => ({
  id,
  kind: 'multiple',
  options: [...optionIds.slice(0, options), noneOfThese],
})
const createFreeText = (id: string): Question => ({ id, kind: 'text' })

/** Creates the three questions that check what a coach learned, each with the given number of options. */
const createCheckQuestions = (...optionCounts: [number, number, number]): Question[] =>
  optionCounts.map((count, index) => ({
    id: `c${index + 1}`,
    kind: 'single',
    options: optionIds.slice(0, count),
    since: 8,
  }))

// The reflection questions of video modules. The second question takes one option in the first set, and
// several options in the second set. The third set has only free text.
const reflectionWithOneOption = [
  createSingleChoice('q1', 3),
  createSingleChoice('q2', 3),
  createFreeText('q3'),
]
const reflectionWithOptions = [
  createSingleChoice('q1', 3),
  createMultipleChoice('q2', 4),
  createFreeText('q3'),
]
const reflectionInOwnWords = [createFreeText('q1'), createFreeText('q2')]

/** Lists the files that `npm run films` creates for a video. Safari plays WebM only since iOS 17.4. */
const listSources = (id: string): VideoSource[] => [
  { src: `/videos/${id}.webm`, type: 'video/webm; codecs="vp9"' },
  { src: `/videos/${id}.mp4`, type: 'video/mp4; codecs="avc1.42C01F"' },
]

/** Returns the path of the image that `npm run films thumbnails` draws. */
const toThumbnail = (id: string): string => `/thumbnails/${id}.webp`

const createTextModule = (id: string, survey: readonly Question[]): CourseModule => ({
  id,
  kind: 'extra',
  thumbnail: toThumbnail(id),
  survey,
})

const createVideoModule = (id: string, duration: number, survey: readonly Question[]): CourseModule => ({
  id,
  kind: 'video',
  thumbnail: toThumbnail(id),
  video: { id, sources: listSources(id), poster: `/videos/${id}.webp`, duration },
  survey,
})

export const courses: readonly Course[] = [
  {
    id: 'training',
    slug: 'courseSlug',
    isFIFA: false,
    hours: 5,
    formerDuration: { until: '2026-11-23T06:51:33Z', hours: 3 },
    modules: [
      createVideoModule('training-1', 80, [...createCheckQuestions(3, 3, 4), ...reflectionWithOptions]),
      createVideoModule('training-2', 80, [...createCheckQuestions(3, 3, 4), ...reflectionWithOptions]),
      createVideoModule('training-3', 80, [...createCheckQuestions(3, 4, 3), ...reflectionWithOneOption]),
      createVideoModule('training-4', 80, [...createCheckQuestions(3, 3, 3), ...reflectionInOwnWords]),
      createVideoModule('training-5', 80, [...createCheckQuestions(3, 4, 3), ...reflectionInOwnWords]),
      createVideoModule('training-6', 80, [...createCheckQuestions(3, 3, 4), ...reflectionInOwnWords]),
      createTextModule('training-extra', [
        ...createCheckQuestions(3, 3, 3),
        createSingleChoice('q1', 3),
        createFreeText('q2'),
      ]),
    ],
  },
  {
    id: 'football',
    slug: 'footballCourseSlug',
    isFIFA: true,
    hours: 4,
    formerDuration: { until: '2026-11-23T06:51:33Z', hours: 2 },
    modules: [
      createVideoModule('football-1', 80, [...createCheckQuestions(3, 3, 3), ...reflectionWithOneOption]),
      createVideoModule('football-2', 80, [...createCheckQuestions(3, 3, 3), ...reflectionWithOptions]),
      createVideoModule('football-3', 80, [...createCheckQuestions(3, 3, 3), ...reflectionInOwnWords]),
      createVideoModule('football-4', 80, [...createCheckQuestions(3, 3, 3), ...reflectionInOwnWords]),
      createVideoModule('football-5', 88, [...createCheckQuestions(3, 3, 3), ...reflectionInOwnWords]),
      createTextModule('football-extra', [...createCheckQuestions(3, 3, 3), ...reflectionInOwnWords]),
    ],
  },
]

/** The videos in the order of their modules. */
export const videos: readonly Video[] = courses.flatMap(({ modules }) =>
  modules.flatMap((module) => (module.kind === 'video' ? [module.video] : [])),
)

/** The module whose video and question the home page shows. */
export const sampleModule = 'training-1'

/** Returns the path of a video's captions in a locale, such as `/videos/training-1.pt-BR.vtt`. */
export const toCaptionsPath = ({ id }: Pick<Video, 'id'>, locale: string): string =>
  `/videos/${id}.${locale}.vtt`

/** Returns the duration of a course on a certificate that was earned at a time in ISO 8601. */
export const getHoursAt = ({ hours, formerDuration }: Course, earnedAt: string): number =>
  Date.parse(earnedAt) < Date.parse(formerDuration.until) ? formerDuration.hours : hours

export const findCourse = (id: string): Course | undefined => courses.find((course) => course.id === id)

/** Finds a module by its id, and its course. */
export const findModule = (id: string): { course: Course; module: CourseModule } | undefined => {
  for (const course of courses) {
    const module = course.modules.find((candidate) => candidate.id === id)
    if (module) return { course, module }
  }
  return undefined
}
