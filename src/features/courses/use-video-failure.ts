import { useState } from 'react'
import type { CourseModule, Video } from '../../config/courses.ts'
import { canPlay } from '../../platform/can-play.ts'

export type VideoFailure = 'to load' | 'to play'

/** Whether this browser plays one of the video's formats. */
export const isPlayable = ({ sources }: Video): boolean => sources.some(({ type }) => canPlay(type))

/** How the video of a module failed, and whether it is unavailable: a retry would not show it now. */
export const useVideoFailure = (module: CourseModule, offline: boolean) => {
  const [last, setLast] = useState<{ module: string; failed: VideoFailure | undefined }>()
  const failed = last?.module === module.id ? last.failed : undefined
  const unavailable =
    module.kind === 'video' &&
    (!isPlayable(module.video) || failed === 'to play' || (failed === 'to load' && offline))
  return {
    failed,
    unavailable,
    onFailed: (how: VideoFailure | undefined) => setLast({ module: module.id, failed: how }),
  }
}
