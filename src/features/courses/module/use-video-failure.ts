import { useState } from 'react'
import type { CourseModule, Video } from '../../../config/courses.ts'
import { canPlay } from '../../../platform/can-play.ts'

/** `loading`: the video could not be loaded. `playback`: the browser cannot play it. */
export type VideoFailure = 'loading' | 'playback'

/** Whether this browser plays one of the video's formats. */
export const isPlayable = ({ sources }: Video): boolean => sources.some(({ type }) => canPlay(type))

/** Returns how the video of a module failed. `unavailable`: a retry would not help now. */
export const useVideoFailure = (module: CourseModule, isOffline: boolean) => {
  const [latest, setLatest] = useState<{ moduleId: string; failure: VideoFailure | undefined }>()
  // Ignores a failure in another module.
  const failure = latest?.moduleId === module.id ? latest.failure : undefined
  const cannotRetry = failure === 'playback' || (failure === 'loading' && isOffline)
  return {
    failure,
    unavailable: module.kind === 'video' && (cannotRetry || !isPlayable(module.video)),
    onFailure: (next: VideoFailure | undefined) => setLatest({ moduleId: module.id, failure: next }),
  }
}
