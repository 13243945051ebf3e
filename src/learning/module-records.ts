import type { Track } from '../analytics/track.ts'
import type { Course, CourseModule } from '../config/courses.ts'
import { isFinished } from '../config/finished.ts'
import type { InTurn } from '../lib/in-turn.ts'
import { mergeSegments, type Segment } from '../lib/segments.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { courseProgress, type ModuleProgress, type Progress } from './progress.ts'
import { createSeenHere, mergeSeen, type SeenHere } from './seen-here.ts'

/** What the keys of these records begin with. */
export const recordsPrefix = 'told/'

type Deps = {
  outbox: Pick<Outbox, 'add'>
  track: Track
  /** Remembers what was recorded, on this device. */
  values: KeyValues
  customer: string
  /** How far the coach was when the module was shown last; what they did since is not in it yet. */
  progress: Progress
  /** What they did since, by customer and module: two things may end before the screen shows the first. */
  doneSince: Map<string, Pick<ModuleProgress, 'finished' | 'answered'>>
  /** Two stretches of a film may end at once, and the second must find the first. */
  inTurn: InTurn
}

/** What was watched of a film, in seconds, and where it stopped; null at its end. */
export type Watched = { watched: Segment[]; position: number | null }

const nothing: SeenHere = { watched: [], read: false }

const untouched: ModuleProgress = {
  state: 'open',
  finished: false,
  answered: false,
  watched: [],
  position: null,
}

/** Records what a coach does with a module: each thing once for each coach of this device, however often it is done. */
export const createModuleRecords = (deps: Deps) => {
  const { outbox, track, values, customer, progress, doneSince, inTurn } = deps
  const seenHere = createSeenHere(values, customer)

  /** What `record` could not store, by resolving to false, is recorded the next time. */
  const once = async (what: string, record: () => Promise<boolean | void>): Promise<void> => {
    const key = `${recordsPrefix}${customer}/${what}`
    // A device that cannot remember records it again: the product API counts the first.
    if ((await values.read(key).catch(() => undefined)) !== undefined) return
    if ((await record()) === false) return
    await values.write(key, true).catch(() => undefined)
  }

  /** Resolves to whether the device has stored it. */
  const progressed = async (
    { id }: CourseModule,
    { type, action }: { type: 'module' | 'video'; action: 'start' | 'complete' },
  ): Promise<boolean> => {
    const { ok } = await outbox.add('module.progressed.v2', { video_id: id, type, action })
    const done = action === 'start' ? 'started' : 'completed'
    if (ok) await track(`${type}_${done}`, { module: id })
    return ok
  }

  /** What the screen shows of a module, and what was done since. */
  const before = (id: string): ModuleProgress => {
    const shown = progress.get(id) ?? untouched
    const since = doneSince.get(`${customer}/${id}`)
    return {
      ...shown,
      finished: shown.finished || since?.finished === true,
      answered: shown.answered || since?.answered === true,
    }
  }

  /** Notes a half of a module, and returns all that is known of it then. */
  const did = ({ id }: CourseModule, half: 'finished' | 'answered'): ModuleProgress => {
    const own = { ...before(id), [half]: true }
    doneSince.set(`${customer}/${id}`, { finished: own.finished, answered: own.answered })
    return own
  }

  /** Film or text, and questions complete a module, and the last module its course. */
  const complete = async (course: Course, module: CourseModule, own: ModuleProgress): Promise<void> => {
    if (!own.finished || !own.answered) return
    await once(`${module.id}/module-complete`, () =>
      progressed(module, { type: 'module', action: 'complete' }),
    )
    const after = course.modules.map(({ id }): [string, ModuleProgress] => {
      const other = before(id)
      const isWhole = other.finished && other.answered && other.state !== 'needs-you'
      return [id, isWhole ? { ...other, state: 'waiting' } : other]
    })
    const { done, total } = courseProgress(
      course,
      new Map([...after, [module.id, { ...own, state: 'waiting' }]]),
    )
    if (done === total)
      await once(`${course.id}/course-complete`, () => track('course_completed', { course: course.id }))
  }

  /** Resolves to all that was watched and read on this device; undefined where this part could not be stored. */
  const seen = async ({ id }: CourseModule, { watched, position, read }: SeenHere & Watched) => {
    const stored = seenHere.of(id)
    const known = await stored.read()
    const added = await outbox.add('module.watched.v1', { module_id: id, watched, position, read })
    // The server does not learn of it, so it does not count here either: the coach watches it again.
    if (!added.ok) return undefined
    // After the outbox: an app that is closed between the two must not count what the server never learns of.
    const all = mergeSeen(known ?? nothing, { watched, read })
    await stored.write(all)
    return all
  }

  return {
    /** The module is on screen. */
    opened: (module: CourseModule): Promise<void> =>
      inTurn(() =>
        once(`${module.id}/module-start`, () => progressed(module, { type: 'module', action: 'start' })),
      ),

    /** The video was begun. */
    began: (module: CourseModule): Promise<void> =>
      inTurn(() =>
        once(`${module.id}/video-start`, () => progressed(module, { type: 'video', action: 'start' })),
      ),

    /** A stretch of the video was watched; a film that is watched already is not recorded again. */
    watched: (course: Course, module: CourseModule, done: Watched): Promise<void> =>
      inTurn(async () => {
        const known = before(module.id)
        if (known.finished) return
        const here = await seen(module, { ...done, read: false })
        const watched = mergeSegments([...known.watched, ...(here?.watched ?? [])])
        if (!here || !isFinished(module, { watched })) return
        await once(`${module.id}/video-complete`, () =>
          progressed(module, { type: 'video', action: 'complete' }),
        )
        await complete(course, module, { ...did(module, 'finished'), watched })
      }),

    /** The end of the text was reached. */
    read: (course: Course, module: CourseModule): Promise<void> =>
      inTurn(async () => {
        if (before(module.id).finished) return
        if (await seen(module, { watched: [], position: null, read: true }))
          await complete(course, module, did(module, 'finished'))
      }),

    /** The questions were answered. */
    answered: (course: Course, module: CourseModule): Promise<void> =>
      inTurn(async () => {
        await track('survey_answered', { module: module.id })
        await complete(course, module, did(module, 'answered'))
      }),
  }
}
