import type { Track } from '../../analytics/track.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { courseProgress, type Progress } from './progress.ts'

/** What the keys of these records begin with. */
export const recordsPrefix = 'told/'

type Deps = {
  outbox: Pick<Outbox, 'add'>
  track: Track
  /** Remembers what was recorded, on this device. */
  values: KeyValues
  customer: string
}

/** Records what a coach does with a module: each thing once for each coach of this device, however often it is done. */
export const createModuleRecords = ({ outbox, track, values, customer }: Deps) => {
  /** What `record` could not store, by resolving to false, is recorded the next time. */
  const once = async (what: string, record: () => Promise<boolean | void>): Promise<void> => {
    const key = `${recordsPrefix}${customer}/${what}`
    // A device that cannot remember records it again: the product API counts the first.
    if ((await values.read(key).catch(() => undefined)) !== undefined) return
    if ((await record()) === false) return
    await values.write(key, true).catch(() => undefined)
  }

  /** Resolves to whether the device has stored it. The product API knows only modules that have a video. */
  const progressed = async (
    { id, kind }: CourseModule,
    { type, action }: { type: 'module' | 'video'; action: 'start' | 'complete' },
  ): Promise<boolean> => {
    const isStored =
      kind !== 'video' || (await outbox.add('module.progressed.v2', { video_id: id, type, action })).ok
    const done = action === 'start' ? 'started' : 'completed'
    if (isStored) await track(`${type}_${done}`, { module: id })
    return isStored
  }

  return {
    /** The module is on screen. */
    opened: (module: CourseModule): Promise<void> =>
      once(`${module.id}/module-start`, () => progressed(module, { type: 'module', action: 'start' })),

    /** The video was begun, or seen to its end. */
    video: (module: CourseModule, action: 'start' | 'complete'): Promise<void> =>
      once(`${module.id}/video-${action}`, () => progressed(module, { type: 'video', action })),

    /** The survey was answered: that completes the module, and with the last one the course. */
    answered: async (course: Course, module: CourseModule, before: Progress): Promise<void> => {
      await track('survey_answered', { module: module.id })
      await once(`${module.id}/module-complete`, () =>
        progressed(module, { type: 'module', action: 'complete' }),
      )
      const { done, total } = courseProgress(course, new Map(before).set(module.id, 'waiting'))
      if (done < total) return
      await once(`${course.id}/course-complete`, () => track('course_completed', { course: course.id }))
    },
  }
}
