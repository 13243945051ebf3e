import { courses } from '../config/courses.ts'
import { chunkSize, type DownloadedModule } from '../offline/downloaded-modules.ts'
import { respondRange } from './respond-range.ts'

/** The id of the module that has a video at this address, in any of its formats. */
export const moduleOfVideo = (pathname: string): string | undefined =>
  courses
    .flatMap(({ modules }) => modules)
    .find((module) => module.kind === 'video' && module.video.sources.some(({ src }) => src === pathname))?.id

/** Streams the bytes from `first` to `last`, chunk by chunk as the player reads them. */
const streamOf = (module: DownloadedModule, first: number, last: number): ReadableStream<Uint8Array> => {
  let at = first
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const index = Math.floor(at / chunkSize)
      const chunk = await module.chunk(index)
      if (!chunk) return controller.error(new Error('A chunk of the video is gone'))
      const end = Math.min(last + 1, (index + 1) * chunkSize)
      const bytes = await chunk.slice(at - index * chunkSize, end - index * chunkSize).arrayBuffer()
      controller.enqueue(new Uint8Array(bytes))
      at = end
      if (at > last) controller.close()
    },
  })
}

/**
 * Plays a video that is downloaded completely in the format of this address; undefined if it is not. See
 * [Note: Downloaded modules].
 */
export const serveDownloadedModule = async (
  module: DownloadedModule,
  address: string,
  range: string | null,
): Promise<Response | undefined> => {
  const content = await module.read()
  if (!content?.complete || content.head.video !== address) return undefined
  const { size, type } = content.head
  return respondRange({ size, type, read: (first, last) => streamOf(module, first, last) }, range)
}
