import { useEffect, useRef, useState } from 'react'
import type { Track } from '../analytics/track.ts'
import type { Course, CourseModule } from '../config/courses.ts'
import { isFinished } from '../config/finished.ts'
import { createInTurn, type InTurn } from '../lib/async/in-turn.ts'
import { mergeSegments, type Segment } from '../lib/segments.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { courseProgress, type ModuleProgress, type Progress } from './progress.ts'
import { createSeenHere, mergeSeen, seenPrefix, type SeenHere } from './seen-here.ts'
import { positionsPrefix } from './video-position.ts'

/** The prefix of the keys of these records. */
const recordsPrefix = 'told/'

type Deps = {
  outbox: Pick<Outbox, 'add'>
  track: Track
  /** Stores on this device what was recorded. */
  values: KeyValues
  customer: string
  /** The coach's progress when the module was last rendered, without later actions. */
  progress: Progress
  /** The later actions, by customer and module. Two may end before a new render shows the first. */
  doneSince: Map<string, Pick<ModuleProgress, 'finished' | 'answered'>>
  /** Runs the records in sequence: two segments of a video may end at once. */
  inTurn: InTurn
}

/** The watched segments of a video, in seconds, and the position where it stopped; null at its end. */
export type Watched = { watched: Segment[]; position: number | null }

const nothing: SeenHere = { watched: [], read: false }

const untouched: ModuleProgress = {
  state: 'open',
  finished: false,
  answered: false,
  watched: [],
  position: null,
}

/** Records a coach's actions in modules. Each is recorded once per coach on this device. */
export const createModuleRecords = (deps: Deps) => {
  const { outbox, track, values, customer, progress, doneSince, inTurn } = deps
  const seenHere = createSeenHere(values, customer)

  /** Records an action once. If `record` resolves to false, as it stored nothing, the next call retries. */
  const once = async (what: string, record: () => Promise<boolean | void>): Promise<void> => {
    const key = `${recordsPrefix}${customer}/${what}`
    // If the device cannot remember it, the action is recorded again, and the product API counts the first.
    if ((await values.read(key).catch(() => undefined)) !== undefined) return
    if ((await record()) === false) return
    await values.write(key, true).catch(() => undefined)
  }

  /** Resolves to whether the device has stored the event. */
  const progressed = async (
    { id }: CourseModule,
    { type, action }: { type: 'module' | 'video'; action: 'start' | 'complete' },
  ): Promise<boolean> => {
    const { ok } = await outbox.add('module.progressed.v2', { video_id: id, type, action })
    const done = action === 'start' ? 'started' : 'completed'
    if (ok) await track(`${type}_${done}`, { module: id })
    return ok
  }

  /** The module's progress as last rendered, with the later actions. */
  const before = (id: string): ModuleProgress => {
    const shown = progress.get(id) ?? untouched
    const since = doneSince.get(`${customer}/${id}`)
    return {
      ...shown,
      finished: shown.finished || since?.finished === true,
      answered: shown.answered || since?.answered === true,
    }
  }

  /** Records that one half of a module is done; returns the module's whole progress. */
  const did = ({ id }: CourseModule, half: 'finished' | 'answered'): ModuleProgress => {
    const own = { ...before(id), [half]: true }
    doneSince.set(`${customer}/${id}`, { finished: own.finished, answered: own.answered })
    return own
  }

  /** The two halves complete a module, and the last module completes its course. */
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

  /** Resolves to all that was watched and read on this device; undefined if this part was not stored. */
  const seen = async ({ id }: CourseModule, { watched, position, read }: SeenHere & Watched) => {
    const stored = seenHere.of(id)
    const known = await stored.read()
    const added = await outbox.add('module.watched.v1', { module_id: id, watched, position, read })
    // The server will not receive this part, so it does not count here: the coach has to watch it again.
    if (!added.ok) return undefined
    // After the outbox: if the app closes in between, a part that the server never receives must not count.
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

    /** The video has started. */
    began: (module: CourseModule): Promise<void> =>
      inTurn(() =>
        once(`${module.id}/video-start`, () => progressed(module, { type: 'video', action: 'start' })),
      ),

    /** A segment of the video was watched. Does nothing if the video already counts as watched. */
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

/** The records of a coach's actions in a module. Records the opening on screen, but not a preload. */
export const useModuleRecords = (deps: Omit<Deps, 'inTurn' | 'doneSince'>, module: CourseModule) => {
  const [inTurn] = useState(createInTurn)
  const [doneSince] = useState<Deps['doneSince']>(() => new Map())
  const records = createModuleRecords({ ...deps, inTurn, doneSince })
  const latest = useRef(records)
  useEffect(() => {
    void latest.current.opened(module)
  }, [module])
  return records
}

/** Deletes this device's records of modules, for all customers. Drafts of answers stay. */
export const forgetModules = async (values: Pick<KeyValues, 'clear'>): Promise<void> => {
  await Promise.all([recordsPrefix, seenPrefix, positionsPrefix].map((prefix) => values.clear(prefix)))
}
