/**
 * The language-independent shape of the programme. Its texts are in `locales/<locale>/courses.json` under the same ids.
 */

/** How a survey question is answered: one option, any number of options, or free text. */
export type Question =
  | { id: string; kind: 'single' | 'multiple'; options: readonly string[] }
  | { id: string; kind: 'text' }

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
  modules: readonly CourseModule[]
}

const single = (id: string, ...options: string[]): Question => ({ id, kind: 'single', options })
const multiple = (id: string, ...options: string[]): Question => ({ id, kind: 'multiple', options })
const text = (id: string): Question => ({ id, kind: 'text' })

const oneOfThree = single('q1', 'a', 'b', 'c')
/** The surveys of the video modules: the second question takes one option, or several. */
const oneOptionSurvey = [oneOfThree, single('q2', 'a', 'b', 'c'), text('q3')]
const severalOptionsSurvey = [oneOfThree, multiple('q2', 'a', 'b', 'c', 'd'), text('q3')]

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
export const captionsOf = ({ id }: Pick<Video, 'id'>, locale: string): string => `/videos/${id}.${locale}.vtt`

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
