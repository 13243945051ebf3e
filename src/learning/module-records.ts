import { useEffect, useRef, useState } from 'react'
import type { Track } from '../analytics/track.ts'
import type { Course, CourseModule } from '../config/courses.ts'
import { isContentFinished, isModuleComplete } from '../config/module-completion.ts'
import { createTaskQueue, type Enqueue } from '../lib/async/task-queue.ts'
import { mergeSegments, type Segment } from '../lib/watched-segments.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { getCourseProgress, type ModuleProgress, type Progress } from './progress.ts'
import { createSeenOnDevice, mergeSeen, type SeenParts } from './seen-on-device.ts'
import { storedPrefixes } from './stored-prefixes.ts'

type Deps = {
  outbox: Pick<Outbox, 'add'>
  track: Track
  /** Called when a module is complete, once per coach on this device. */
  onComplete: () => void
  /** Stores which actions this device has recorded. */
  keyValues: KeyValues
  customer: string
  /** The coach's progress at the last render, without later actions. */
  progress: Progress
  /**
   * What was finished or answered after that render, by customer and module. Two actions may end before the
   * next render includes the first.
   */
  laterProgress: Map<string, Pick<ModuleProgress, 'finished' | 'answered'>>
  /** Records one action at a time, because two segments of a video may end at the same time. */
  enqueue: Enqueue
}

/**
 * The watched segments of a video, and where it stopped, in seconds. `position` is null at the video's end.
 */
export type WatchedPart = { watched: Segment[]; position: number | null }

const nothingSeen: SeenParts = { watched: [], read: false }

const untouchedModule: ModuleProgress = {
  state: 'open',
  finished: false,
  answered: false,
  watched: [],
  position: null,
}

/**
 * Records a coach's actions in modules: in the outbox, for the server, and as analytics events. Starts and
 * completions are recorded once per coach on this device. A module is complete when its video or text is
 * finished and its questions are answered.
 */
export const createModuleRecords = (deps: Deps) => {
  const {
    outbox,
    track,
    onComplete,
    keyValues,
    customer: customerId,
    progress,
    laterProgress,
    enqueue,
  } = deps
  const storedSeenParts = createSeenOnDevice(keyValues, customerId)

  /**
   * Records an action once. If `record` resolves to false, nothing was recorded, and the next call retries.
   */
  const recordOnce = async (action: string, record: () => Promise<boolean | void>): Promise<void> => {
    const key = `${storedPrefixes.records}${customerId}/${action}`
    // If the device cannot store the key, the action is recorded again. The product API counts it once.
    if ((await keyValues.read(key).catch(() => undefined)) !== undefined) return
    if ((await record()) === false) return
    await keyValues.write(key, true).catch(() => undefined)
  }

  /** Adds an event to the outbox. Resolves to true if it was saved. */
  const addProgress = async (
    { id }: CourseModule,
    { type, action }: { type: 'module' | 'video'; action: 'start' | 'complete' },
  ): Promise<boolean> => {
    const { ok: isSaved } = await outbox.add('module.progressed.v2', { video_id: id, type, action })
    const verb = action === 'start' ? 'started' : 'completed'
    if (isSaved) await track(`${type}_${verb}`, { module: id })
    return isSaved
  }

  /** Returns the module's progress at the last render together with later actions. */
  const getProgress = (id: string): ModuleProgress => {
    const renderedProgress = progress.get(id) ?? untouchedModule
    const later = laterProgress.get(`${customerId}/${id}`)
    return {
      ...renderedProgress,
      finished: renderedProgress.finished || later?.finished === true,
      answered: renderedProgress.answered || later?.answered === true,
    }
  }

  /**
   * Marks one requirement of a module as done: its video or text, or its questions. Returns the module's
   * progress.
   */
  const markDone = ({ id }: CourseModule, requirement: 'finished' | 'answered'): ModuleProgress => {
    const markedProgress = { ...getProgress(id), [requirement]: true }
    laterProgress.set(`${customerId}/${id}`, {
      finished: markedProgress.finished,
      answered: markedProgress.answered,
    })
    return markedProgress
  }

  /** Records a module if it is complete, and its course if this was the last module. */
  const recordCompletion = async (
    course: Course,
    module: CourseModule,
    moduleProgress: ModuleProgress,
  ): Promise<void> => {
    if (!isModuleComplete(moduleProgress)) return
    await recordOnce(`${module.id}/module-complete`, async () => {
      onComplete()
      return addProgress(module, { type: 'module', action: 'complete' })
    })
    // The progress at the last render may not show the completed modules yet. `waiting` counts as done.
    const progressById = new Map(
      course.modules.map(({ id }): [string, ModuleProgress] => {
        const otherProgress = getProgress(id)
        const isComplete = isModuleComplete(otherProgress) && otherProgress.state !== 'needs-you'
        return [id, isComplete ? { ...otherProgress, state: 'waiting' } : otherProgress]
      }),
    )
    progressById.set(module.id, { ...moduleProgress, state: 'waiting' })
    const { done, total } = getCourseProgress(course, progressById)
    if (done === total)
      await recordOnce(`${course.id}/course-complete`, () => track('course_completed', { course: course.id }))
  }

  /**
   * Adds a watched or read part. Resolves to everything that was watched and read of the module on this
   * device, or undefined if the outbox could not save this part.
   */
  const addSeen = async ({ id }: CourseModule, { watched, position, read }: SeenParts & WatchedPart) => {
    const storedSeen = storedSeenParts.getValue(id)
    const earlierSeen = await storedSeen.read()
    const entry = await outbox.add('module.watched.v1', { module_id: id, watched, position, read })
    // The server will not receive this part, so the device does not count it. The coach must watch it again.
    if (!entry.ok) return undefined
    // Written after the outbox, so that if the app closes in between, the device does not count a part that
    // the server never receives.
    const merged = mergeSeen(earlierSeen ?? nothingSeen, { watched, read })
    await storedSeen.write(merged)
    return merged
  }

  return {
    /** Records that the module was opened. */
    addOpening: (module: CourseModule): Promise<void> =>
      enqueue(() =>
        recordOnce(`${module.id}/module-start`, () =>
          addProgress(module, { type: 'module', action: 'start' }),
        ),
      ),

    /** Records that the video was started. */
    addVideoStart: (module: CourseModule): Promise<void> =>
      enqueue(() =>
        recordOnce(`${module.id}/video-start`, () => addProgress(module, { type: 'video', action: 'start' })),
      ),

    /** Records a watched part of the video. Does nothing if the video is already recorded as watched. */
    addWatched: (course: Course, module: CourseModule, part: WatchedPart): Promise<void> =>
      enqueue(async () => {
        const moduleProgress = getProgress(module.id)
        if (moduleProgress.finished) return
        const seen = await addSeen(module, { ...part, read: false })
        if (!seen) return
        const watched = mergeSegments([...moduleProgress.watched, ...seen.watched])
        if (!isContentFinished(module, { watched })) return
        await recordOnce(`${module.id}/video-complete`, () =>
          addProgress(module, { type: 'video', action: 'complete' }),
        )
        await recordCompletion(course, module, { ...markDone(module, 'finished'), watched })
      }),

    /** Records that the text was read to its end. */
    addReading: (course: Course, module: CourseModule): Promise<void> =>
      enqueue(async () => {
        if (getProgress(module.id).finished) return
        if (await addSeen(module, { watched: [], position: null, read: true }))
          await recordCompletion(course, module, markDone(module, 'finished'))
      }),

    /** Records that the questions were answered. */
    addAnswers: (course: Course, module: CourseModule): Promise<void> =>
      enqueue(async () => {
        await track('survey_answered', { module: module.id })
        await recordCompletion(course, module, markDone(module, 'answered'))
      }),
  }
}

/**
 * Returns the functions that record a coach's actions in a module. Records its opening in an effect, so that
 * a preload of the module is not recorded as an opening.
 */
export const useModuleRecords = (deps: Omit<Deps, 'enqueue' | 'laterProgress'>, module: CourseModule) => {
  const [enqueue] = useState(createTaskQueue)
  const [laterProgress] = useState<Deps['laterProgress']>(() => new Map())
  const records = createModuleRecords({ ...deps, enqueue, laterProgress })
  const recordsRef = useRef(records)
  useEffect(() => {
    void recordsRef.current.addOpening(module)
  }, [module])
  return records
}
