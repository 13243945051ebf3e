/**
 * The language-independent shape of the programme. Its texts are in `locales/<locale>/courses.json` under the same ids.
 */

/** How a survey question is answered: one option, any number of options, or free text. */
export type Question =
  | { id: string; kind: 'single' | 'multiple'; options: readonly string[] }
  | { id: string; kind: 'text' }

export type Video = {
  /** `video_id` on the wire. */
  id: string
  src: string
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
  modules: readonly CourseModule[]
}

const single = (id: string, ...options: string[]): Question => ({ id, kind: 'single', options })
const multiple = (id: string, ...options: string[]): Question => ({ id, kind: 'multiple', options })
const text = (id: string): Question => ({ id, kind: 'text' })

const oneOfThree = single('q1', 'a', 'b', 'c')
/** The surveys of the video modules: the second question takes one option, or several. */
const oneOptionSurvey = [oneOfThree, single('q2', 'a', 'b', 'c'), text('q3')]
const severalOptionsSurvey = [oneOfThree, multiple('q2', 'a', 'b', 'c', 'd'), text('q3')]

const videoModule = (id: string, duration: number, survey: readonly Question[]): CourseModule => ({
  id,
  kind: 'video',
  video: { id, src: `/videos/${id}.webm`, poster: `/videos/${id}.webp`, duration },
  survey,
})

export const courses: readonly Course[] = [
  {
    id: 'training',
    slug: 'courseSlug',
    isFIFA: false,
    modules: [
      videoModule('training-1', 24, severalOptionsSurvey),
      videoModule('training-2', 24, severalOptionsSurvey),
      videoModule('training-3', 24, oneOptionSurvey),
      { id: 'training-extra', kind: 'extra', survey: [oneOfThree, text('q2')] },
    ],
  },
  {
    id: 'football',
    slug: 'footballCourseSlug',
    isFIFA: true,
    modules: [
      videoModule('football-1', 24, oneOptionSurvey),
      videoModule('football-2', 24, severalOptionsSurvey),
    ],
  },
]

/** Captions lie beside the video, one file per locale: `training-1.pt-BR.vtt`. */
export const captionsOf = ({ src }: Pick<Video, 'src'>, locale: string): string =>
  src.replace(/\.\w+$/, `.${locale}.vtt`)

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
