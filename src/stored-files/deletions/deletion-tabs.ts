import * as v from 'valibot'
import { parsed } from '../../lib/parsed.ts'
import { pendingDeletions } from './deletion-records.ts'

const news = v.variant('kind', [
  v.object({ kind: v.literal('pending'), customer: v.string() }),
  v.object({ kind: v.literal('gone'), customer: v.string(), files: pendingDeletions }),
])
/** A message to the other tabs: a tab has recorded deletions, or files are gone. */
type News = v.InferOutput<typeof news>

/** The channel over which the open tabs of one browser learn of each other's deletions. */
export type DeletionTabs = {
  tell: (told: News) => void
  /** Calls the listener for each message of another tab. Returns a function that stops listening. */
  listen: (listener: (told: News) => void) => () => void
}

export const createDeletionTabs = (
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>,
): DeletionTabs => ({
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  tell: (told) => channel.postMessage(told),
  listen: (listener) => {
    const hear = ({ data }: MessageEvent<unknown>) => {
      const told = parsed(news, data)
      if (told) listener(told)
    }
    channel.addEventListener('message', hear)
    return () => channel.removeEventListener('message', hear)
  },
})
