import * as v from 'valibot'
import { localeCode } from '../../contract/shapes.ts'

/** What a page tells the service worker. `SKIP_WAITING` is workbox-window's own word. */
export const pageMessage = v.variant('type', [
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('KEEP_LOCALE'), locale: localeCode }),
])
export type PageMessage = v.InferOutput<typeof pageMessage>
