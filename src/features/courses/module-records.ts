import type { Track } from '../../analytics/track.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { courseProgress, type Progress } from './progress.ts'

type Deps = {
  outbox: Pick<Outbox, 'add'>
  track: Track
  /** Remembers what was recorded, on this device. */
  values: KeyValues
  customer: string
}

/** Records what a coach does with a module: each thing once for each coach of this device, however often it is done. */
export const createModuleRecords = ({ outbox, track, values, customer }: Deps) => {
  const once = async (what: string, record: () => Promise<unknown>): Promise<void> => {
    const key = `told/${customer}/${what}`
    // A device that cannot remember records it again: the product API counts the first.
    if ((await values.read(key).catch(() => undefined)) !== undefined) return
    await record()
    await values.write(key, true).catch(() => undefined)
  }

  /** The product API knows only modules that have a video. */
  const progressed = async (
    { id, kind }: CourseModule,
    type: 'module' | 'video',
    action: 'start' | 'complete',
  ): Promise<void> => {
    if (kind === 'video') await outbox.add('module.progressed.v1', { video_id: id, type, action })
  }

  return {
    /** The module is on screen. */
    opened: (module: CourseModule): Promise<void> =>
      once(`${module.id}/module-start`, async () => {
        await progressed(module, 'module', 'start')
        await track('module_started', { module: module.id })
      }),

    /** The video was begun, or seen to its end. */
    video: (module: CourseModule, action: 'start' | 'complete'): Promise<void> =>
      once(`${module.id}/video-${action}`, async () => {
        await progressed(module, 'video', action)
        const name = action === 'start' ? 'video_started' : 'video_completed'
        await track(name, { module: module.id })
      }),

    /** The survey was answered: that completes the module, and with the last one the course. */
    answered: async (course: Course, module: CourseModule, before: Progress): Promise<void> => {
      await track('survey_answered', { module: module.id })
      await once(`${module.id}/module-complete`, async () => {
        await progressed(module, 'module', 'complete')
        await track('module_completed', { module: module.id })
      })
      const { done, total } = courseProgress(course, new Map(before).set(module.id, 'waiting'))
      if (done < total) return
      await once(`${course.id}/course-complete`, () => track('course_completed', { course: course.id }))
    },
  }
}
