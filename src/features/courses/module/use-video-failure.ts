import { useState } from 'react'
import type { CourseModule, Video } from '../../../config/courses.ts'
import { canPlay } from '../../../platform/can-play.ts'

/** `loading`: the video could not be loaded. `playback`: the browser cannot play it. */
export type VideoFailure = 'loading' | 'playback'

/** Whether this browser plays one of the video's formats. */
export const isPlayable = ({ sources }: Video): boolean => sources.some(({ type }) => canPlay(type))

/** Returns how the video of a module failed, if it did. `isUnavailable`: a retry would not help now. */
export const useVideoFailure = (module: CourseModule, isOffline: boolean) => {
  const [latestFailure, setLatestFailure] = useState<{
    moduleId: string
    failure: VideoFailure | undefined
  }>()
  // Ignores a failure in another module. `failure` is undefined after the coach has tried again.
  const failure = latestFailure?.moduleId === module.id ? latestFailure.failure : undefined
  const cannotRetry = failure === 'playback' || (failure === 'loading' && isOffline)
  return {
    failure,
    isUnavailable: module.kind === 'video' && (cannotRetry || !isPlayable(module.video)),
    onFailure: (next: VideoFailure | undefined) => setLatestFailure({ moduleId: module.id, failure: next }),
  }
}
