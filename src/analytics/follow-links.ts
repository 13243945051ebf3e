import { reportedPath } from './reported-path.ts'
import type { Track } from './track.ts'

type Deps = { track: Track; window: Window }

/** Records clicks on links with one listener on the document, so that no link needs code for it. */
export const followLinks = ({ track, window }: Deps): void => {
  window.document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      const outbound = link.origin !== window.location.origin
      void track('link_click', {
        path: reportedPath(window.location.pathname),
        // A path on another origin may name a coach's file.
        target: outbound ? link.origin : reportedPath(link.pathname),
        outbound,
      })
    },
    { capture: true },
  )
}
